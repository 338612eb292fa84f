import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { sourceOfChance } from "./temporary_store.ts";

/** Sweeps the store of a file, as another process; a test kills it. Arguments: the file, the time in milliseconds. */
const [path, nowMs] = Deno.args;
const store = await openStore({
  path,
  planLimits: PLAN_LIMITS,
  clock: { now: () => Number(nowMs) },
  random: sourceOfChance(),
});
await store.maintenance.sweep();
store.close();
