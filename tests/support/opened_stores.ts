import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";

/**
 * Script for tests of stores at an address, in any Deno version. Opens a store at each `KV_PATH` that it is given, and
 * prints as JSON a list of how each went: "opened", or the sentence of the refusal.
 */
const outcomes: string[] = [];
for (const path of Deno.args) {
  try {
    await (await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom })).close();
    outcomes.push("opened");
  } catch (error) {
    outcomes.push(error instanceof Error ? error.message : String(error));
  }
}
// deno-lint-ignore no-console
console.log(JSON.stringify(outcomes));
