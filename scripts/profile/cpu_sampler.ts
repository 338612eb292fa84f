import { Session } from "node:inspector";

/** Microseconds between two samples of a thread. */
const INTERVAL_US = 500;

/** Milliseconds of processor time that one thread spent in one file, by the address of the file. */
export type TimesByFile = Readonly<Record<string, number>>;

/** What a thread did while it was sampled. */
export interface SampledThread {
  readonly times: TimesByFile;
  /** Milliseconds in which the thread waited for the sampler: a run that is not sampled does not have them. */
  readonly samplerMs: number;
}

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

  /** Ends the sampling and returns what the thread did. Time in which it waits for work is not in it. */
  async stop(): Promise<SampledThread> {
    const { profile } = await this.#ask("Profiler.stop", {}) as { readonly profile: Profile };
    this.#session.disconnect();
    return sampledThread(profile);
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

/** Names of samples in which a thread waits for work. */
const WAITING: ReadonlySet<string> = new Set(["(idle)", "(root)"]);

/** Names of samples in which the sampler works, or a sampled worker waits for it before it begins. */
const OF_SAMPLER: ReadonlySet<string> = new Set(["op_worker_maybe_wait_for_debugger", "ext:deno_node/inspector.js"]);

function sampledThread({ nodes, samples, timeDeltas }: Profile): SampledThread {
  const fileOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, url === "" ? functionName : url]),
  );
  const times: Record<string, number> = {};
  let samplerMs = 0;
  samples.forEach((id, at) => {
    const file = fileOf.get(id) ?? "", ms = (timeDeltas[at] ?? 0) / 1_000;
    if (OF_SAMPLER.has(file)) samplerMs += ms;
    else if (!WAITING.has(file)) times[file] = (times[file] ?? 0) + ms;
  });
  return { times, samplerMs };
}
