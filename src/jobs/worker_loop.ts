import { getPriority, setPriority } from "node:os";
import { errorData, type MessageFromWorker, type MessageToWorker } from "./messages.ts";
import type { ComputationContext, Progress } from "../computations/computation.ts";
import { systemStopwatch } from "../runtime/clock.ts";
import { ToldProgress } from "./told_progress.ts";
import { buffersOf } from "./transfer.ts";

/** A computation of a worker: pure, from inputs and kernels to an output that can be cloned, or a promise of it. */
export interface Computation<Kernels> {
  compute(inputs: unknown, context: ComputationContext<Kernels>): unknown;
}

/** What a worker brings to its loop. */
export interface WorkerRuntime<Kernels> {
  /** Their long loops stop when the first word of `stopFlag` is not 0. */
  loadKernels(stopFlag: SharedArrayBuffer): Promise<Kernels>;
  /** Whether an error says that the flag was raised. */
  isStop(error: unknown): boolean;
  /** Calls the listener whenever a long loop looks at the flag, where there is one. */
  watchLooks?(listener: () => void): void;
}

/** The side of a worker's scope that speaks with the pool. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<MessageToWorker>) => void) | null;
  postMessage(message: MessageFromWorker, transfer: Transferable[]): void;
}

/**
 * Answers the pool's messages with the named computations, one after the other. Kernels are loaded at the start, and
 * anew after a trap.
 */
export function serveComputations<Kernels>(
  port: WorkerPort,
  computations: Readonly<Record<string, Computation<Kernels>>>,
  runtime: WorkerRuntime<Kernels>,
): void {
  let kernels: Promise<Kernels> | null = null;
  let stopFlag = new SharedArrayBuffer(4);
  const send = (message: MessageFromWorker): void => port.postMessage(message, buffersOf(message));
  const told = new ToldProgress((progress) => send({ type: "progress", progress }), systemStopwatch);
  runtime.watchLooks?.(() => told.look());

  const answer = async (name: string, inputs: unknown): Promise<MessageFromWorker> => {
    try {
      if (!Object.hasOwn(computations, name)) throw new Error(`Cannot find the computation "${name}"`);
      const context = {
        kernels: await (kernels ??= runtime.loadKernels(stopFlag)),
        progress: (progress: Progress) => told.say(progress),
      };
      return { type: "done", output: await computations[name].compute(inputs, context) };
    } catch (error) {
      if (runtime.isStop(error)) return { type: "stopped" };
      if (isTrap(error)) kernels = null;
      return { type: "failed", error: errorData(error) };
    } finally {
      told.end();
    }
  };

  const start = async (): Promise<void> => {
    try {
      await (kernels ??= runtime.loadKernels(stopFlag));
    } catch {
      // The computation that comes first tries again, and says why.
      kernels = null;
    }
  };

  port.onmessage = async ({ data }) => {
    if (data.type === "compute") return send(await answer(data.name, data.inputs));
    stopFlag = data.stopFlag;
    if (data.niceness !== null) giveWay(data.niceness);
    await start();
    send({ type: "ready" });
  };
}

/**
 * Lowers the priority of this thread below what it has. On Linux, which is where the pool asks for it: elsewhere it
 * would be that of the whole process.
 */
function giveWay(niceness: number): void {
  try {
    setPriority(0, Math.min(LOWEST_PRIORITY, getPriority(0) + niceness));
  } catch {
    // A host may forbid it: what is computed is the same.
    return;
  }
}

const LOWEST_PRIORITY = 19;

/** After a trap or an exhausted stack the memory of an instance is in no known state. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
