import { z } from "zod";
import type { TimesByFile } from "./cpu_sampler.ts";

/** Name of the channel on which the workers of a profiled run tell the time by file. */
export const TELLS_TIMES = "times of profiled workers";

/** Milliseconds to wait for a worker that does not answer. */
const ANSWER_MS = 5_000;

const answer = z.object({ times: z.record(z.string(), z.number()) });

/** Asks the `count` profiled workers for their processor time by file, and returns one answer for each worker. */
export function timesOfWorkers(count: number): Promise<readonly TimesByFile[]> {
  const channel = new BroadcastChannel(TELLS_TIMES);
  const told: TimesByFile[] = [];
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      channel.close();
      resolve(told);
    };
    const timer = setTimeout(end, ANSWER_MS);
    channel.onmessage = ({ data }) => {
      told.push(answer.parse(data).times);
      if (told.length === count) end();
    };
    channel.postMessage("tell");
    if (count === 0) end();
  });
}
