import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";

/**
 * Sizes in bytes of the parts that the test script writes to the market data cache. The parts of a price series fit
 * into one operation with the head of the entry; each part of a list needs several operations before the head.
 */
const LENGTHS = { series: 20_000, lists: 1_000_000 };

if (import.meta.main) await writeWithoutEnd(Deno.args[0]);

/**
 * Returns the bytes that one round of the test script writes to the market data cache. All bytes are equal, so a
 * mixture of two rounds is detectable.
 */
export function bytesOfRound(round: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(round % 251);
}

/**
 * Script for tests. Rewrites a list and a price series in the market data cache again and again until the process is
 * killed. Prints a dot after each round.
 */
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
