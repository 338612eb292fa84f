import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { runningJobs, scriptedWork } from "./running_jobs.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Runs the jobs of a store, three at once, as another process. One whose config is `"crash"` ends the process while
 * those that it took beside it still compute. Argument: the store.
 */
const clock = { now: () => Date.now() };
const store = await openStore({
  path: Deno.args[0],
  planLimits: PLAN_LIMITS,
  clock,
  random: sourceOfChance(),
});
const work = scriptedWork(async ({ task }) => {
  const isCrash = new TextDecoder().decode(task.config) === '"crash"';
  await new Promise((resolve) => setTimeout(resolve, isCrash ? 300 : 2_000));
  if (isCrash) Deno.exit(70);
  return null;
});
runningJobs(store, { work: [work], clock, atOnce: 3, timing: { leaseMs: 1_000 } });
