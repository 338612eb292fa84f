import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { runningJobs, scriptedWork } from "./running_jobs.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Script for tests that runs the jobs of a store in its own process, three at once. A job whose config is `"crash"`
 * ends the process while the jobs claimed beside it still compute. Argument: the path of the store.
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
  await new Promise((resolve) => setTimeout(resolve, isCrash ? 100 : 1_000));
  if (isCrash) Deno.exit(70);
  return null;
});
runningJobs(store, { work: [work], clock, atOnce: 3, timing: { leaseMs: 1_000 } });
