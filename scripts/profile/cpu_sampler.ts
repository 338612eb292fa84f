import { Session } from "node:inspector";

/** Microseconds between two samples of a thread. */
const INTERVAL_US = 500;

/** Milliseconds of processor time that one thread spent in one file, by the address of the file. */
export type TimesByFile = Readonly<Record<string, number>>;

/** Sampler of the engine for the thread in which it is created: it notes what the thread runs, twice a millisecond. */
export class CpuSampler {
  readonly #session = new Session();

  /** Begins to sample the present thread. */
  async start(): Promise<void> {
    this.#session.connect();
    await this.#ask("Profiler.enable", {});
    await this.#ask("Profiler.setSamplingInterval", { interval: INTERVAL_US });
    await this.#ask("Profiler.start", {});
  }

  /** Ends the sampling and returns the time by file. Time in which the thread waits is not in it. */
  async stop(): Promise<TimesByFile> {
    const { profile } = await this.#ask("Profiler.stop", {}) as { readonly profile: Profile };
    this.#session.disconnect();
    return timesByFile(profile);
  }

  #ask(method: string, parameters: object): Promise<unknown> {
    return new Promise((resolve, reject) =>
      this.#session.post(
        method,
        parameters,
        (error: Error | null, answer: unknown) => error === null ? resolve(answer) : reject(error),
      )
    );
  }
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Names of samples in which a thread waits, and of those in which the sampler itself works. */
const NOT_OF_RUN: ReadonlySet<string> = new Set([
  "(idle)",
  "(root)",
  "op_worker_maybe_wait_for_debugger",
  "ext:deno_node/inspector.js",
]);

function timesByFile({ nodes, samples, timeDeltas }: Profile): TimesByFile {
  const fileOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, url === "" ? functionName : url]),
  );
  const times: Record<string, number> = {};
  samples.forEach((id, at) => {
    const file = fileOf.get(id) ?? "";
    if (!NOT_OF_RUN.has(file)) times[file] = (times[file] ?? 0) + (timeDeltas[at] ?? 0) / 1_000;
  });
  return times;
}
