import { z } from "zod";
import { CpuSampler } from "./cpu_sampler.ts";
import { type RunProfile, sampledPool, UnfinishedRun } from "./run_profile.ts";
import { timesOfWorkers } from "./worker_times.ts";

const written = z.object({ engine: z.object({ phases_ms: z.record(z.string(), z.number()) }) });

/** Computes the request in a file by the local command under the sampler. Throws `UnfinishedRun`. */
export async function profiledLocalRun(path: string): Promise<RunProfile> {
  const folder = await Deno.makeTempDir({ prefix: "profile-" }), out = `${folder}/result.json`;
  const watch = new CpuSampler();
  const before = performance.now();
  await watch.start();
  const pool = sampledPool("local");
  void pool.warm(1);
  try {
    // Loaded under the sampler, because loading the code is a large part of a small run.
    const { main } = await import("../optimize/main.ts");
    const code = await main(["--request", path, "--out", out], { pool });
    const ended = performance.now();
    const own = await watch.stop(), workers = await timesOfWorkers(pool.started);
    if (code !== 0) throw new UnfinishedRun(`The local run ended with exit code ${code}, so there is no profile`, code);
    const { engine: { phases_ms: phases } } = written.parse(JSON.parse(await Deno.readTextFile(out)));
    const { start = 0, other = 0, ...rest } = phases, told = Object.values(phases).reduce((sum, ms) => sum + ms, 0);
    // The run waits for its worker, which begins to work once it is sampled.
    const sampler = Math.min(other, workers.reduce((most, { samplerMs }) => Math.max(most, samplerMs), 0));
    const phasesMs = { start: start - before, ...rest, other: other - sampler, sampler, write: ended - told };
    return { phasesMs, threads: [own, ...workers] };
  } finally {
    pool.close();
    await Deno.remove(folder, { recursive: true });
  }
}
