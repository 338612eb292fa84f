import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { workOfKinds } from "../../src/jobs/kinds/mod.ts";
import type { JobWork } from "../../src/jobs/job_work.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { openStore } from "../../src/store/open_store.ts";
import { runningJobs } from "./running_jobs.ts";
import { RISK_FREE_RATES } from "./submission.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Runs the jobs of a store in real workers, as another process; a test kills it. Arguments: the store, jobs at once, and the milliseconds that
 * each phase of a job is held up.
 */
const [path, atOnce, holdMs] = Deno.args;
const clock = { now: () => Date.now() };
const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
const pool = new WorkerPool<Computations>({ workers: Number(atOnce) });
const sources = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => new Date().toISOString() };
runningJobs(store, {
  work: workOfKinds({ pool, sources }).map(heldUp),
  clock,
  atOnce: Number(atOnce),
  artifacts: {
    async write(...given) {
      await hold();
      const written = await store.artifacts.write(...given);
      await hold();
      return written;
    },
  },
});

/** Work with a pause in each of its phases. */
function heldUp(work: JobWork): JobWork {
  return {
    ...work,
    async prepare(task, signal) {
      await hold();
      const prepared = await work.prepare(task, signal);
      return {
        ...prepared,
        async compute(options) {
          options.onProgress?.({ phase: "computing", fraction: 0.1 });
          await hold();
          return await prepared.compute(options);
        },
      };
    },
  };
}

async function hold(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Number(holdMs)));
}
