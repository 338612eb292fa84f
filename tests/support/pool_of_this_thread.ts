import { COMPUTATIONS, type Computations } from "../../src/computations/mod.ts";
import { READINGS, type Readings } from "../../src/computations/readings.ts";
import { type Kernels, loadKernels } from "../../src/kernels/mod.ts";
import { errorData, errorOfData } from "../../src/jobs/messages.ts";
import { buffersOf } from "../../src/jobs/transfer.ts";
import type { RunOptions } from "../../src/jobs/run_options.ts";
import { type Computations as Known, WorkerPool } from "../../src/jobs/worker_pool.ts";
import type { Computation } from "../../src/jobs/worker_loop.ts";

/**
 * Returns a worker pool whose computations run on the thread of the test, for tests that are not about threads. A real
 * worker loads all modules again, which takes longer than most tests.
 */
export function poolOfThisThread({ workers = 1 } = {}): WorkerPool<Computations> {
  return new PoolOfThisThread<Computations>(workers, (name) => COMPUTATIONS[name]);
}

/** Returns a worker pool that reads request bodies on the thread of the test. */
export function readingPoolOfThisThread(): WorkerPool<Readings> {
  return new PoolOfThisThread<Readings>(1, (name) => READINGS[name]);
}

let kernels: Promise<Kernels> | null = null;

/**
 * A worker pool without threads. Runs one computation after the other, in the order of the requests. Copies or
 * transfers inputs, outputs and errors as between threads. An abort signal keeps a waiting computation from beginning;
 * one that runs goes on to its end and then rejects.
 */
class PoolOfThisThread<All extends Known> extends WorkerPool<All> {
  readonly #computationOf: (name: keyof All & string) => Computation<Kernels>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(workers: number, computationOf: (name: keyof All & string) => Computation<Kernels>) {
    super({ workers });
    this.#computationOf = computationOf;
  }

  override async warm(): Promise<void> {
    await (kernels ??= loadKernels(null));
  }

  override run<Name extends keyof All & string>(
    name: Name,
    inputs: All[Name]["inputs"],
    options: RunOptions = {},
  ): Promise<All[Name]["output"]> {
    const sent: unknown = structuredClone(inputs, { transfer: buffersOf(inputs) });
    const turn = this.#last.then(() => this.#compute(name, sent, options));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #compute(name: keyof All & string, inputs: unknown, { signal, onProgress }: RunOptions): Promise<unknown> {
    signal?.throwIfAborted();
    const context = { kernels: await (kernels ??= loadKernels(null)), progress: onProgress ?? (() => undefined) };
    try {
      const output = await this.#computationOf(name).compute(inputs, context);
      return structuredClone(output, { transfer: buffersOf(output) });
    } catch (error) {
      throw errorOfData(errorData(error));
    } finally {
      signal?.throwIfAborted();
    }
  }
}
