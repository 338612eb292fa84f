import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { repositories } from "../../src/store/mod.ts";
import { sourceOfChance } from "./temporary_store.ts";
import { watchedKv } from "./watched_kv.ts";

/**
 * Script for tests that runs the store's sweep (the removal of expired and left-over entries) on a store file in its
 * own process. It stops forever after the given number of writes, so that a test can kill it there. Arguments: the
 * file, the time in milliseconds, the number of writes.
 */
const [path, nowMs, writes] = Deno.args;
const kv = watchedKv(encodedKv(await Deno.openKv(path)), async (count) => {
  if (count === Number(writes)) await new Promise(() => {});
});
const context = { kv, clock: { now: () => Number(nowMs) }, random: sourceOfChance() };
// A timer keeps the stopped process of the sweep alive, until the test kills it.
setInterval(() => undefined, 60_000);
await repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null }).maintenance.sweep();
