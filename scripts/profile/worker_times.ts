import { z } from "zod";
import type { SampledThread } from "./cpu_sampler.ts";

/** Name of the channel on which the workers of a profiled run tell the time by file. */
export const TELLS_TIMES = "times of profiled workers";

/** Milliseconds to wait for a worker that does not answer. */
const ANSWER_MS = 5_000;

const answer = z.object({ times: z.record(z.string(), z.number()), samplerMs: z.number() });

/**
 * Asks the `count` profiled workers what they did since they started, or since they were asked before. Returns one
 * answer for each worker.
 */
export function timesOfWorkers(count: number): Promise<readonly SampledThread[]> {
  const channel = new BroadcastChannel(TELLS_TIMES);
  const told: SampledThread[] = [];
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      channel.close();
      resolve(told);
    };
    const timer = setTimeout(end, ANSWER_MS);
    channel.onmessage = ({ data }) => {
      told.push(answer.parse(data));
      if (told.length === count) end();
    };
    channel.postMessage("tell");
    if (count === 0) end();
  });
}
