import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";

/** Of one operation with its head, and of several before it. */
const LENGTHS = { series: 20_000, lists: 1_000_000 };

if (import.meta.main) await writeWithoutEnd(Deno.args[0]);

/** The bytes of a round: all the same, by which a mix of two is told. */
export function bytesOfRound(round: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(round % 251);
}

/** Replaces a list and a price chunk again and again, and says so on standard output, until it is killed. */
async function writeWithoutEnd(path: string): Promise<never> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  for (let round = 1;; round++) {
    const fetchedAt = new Date(systemClock.now()).toISOString();
    for (const kind of ["series", "lists"] as const) {
      const head = { source: "test", fetchedAt, bytes: 0, about: { round } };
      const parts = ["a", "b"].map((part) => [part, bytesOfRound(round, LENGTHS[kind])] as const);
      await store.marketDataCache[kind].write("one", { head, parts: new Map(parts) });
    }
    await Deno.stdout.write(new Uint8Array([46]));
  }
}
