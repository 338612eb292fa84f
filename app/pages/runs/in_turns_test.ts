import assert from "node:assert/strict";
import { Refusal } from "../../refusal.ts";
import { inTurns, toldOutcome } from "./in_turns.ts";

const REFUSAL = new Refusal(409, { detail: "It is in flight" });

Deno.test("a refusal of one of many does not hold up the others, and the outcome says how many and why", async () => {
  const counts: number[] = [];
  const outcome = await inTurns([1, 2, 3, 4, 5, 6], (item) => {
    return item % 3 === 0 ? Promise.reject(REFUSAL) : Promise.resolve();
  }, (count) => counts.push(count));
  assert.deepEqual([outcome.done.toSorted(), outcome.refused.map(({ item }) => item)], [[1, 2, 4, 5], [3, 6]]);
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6]);
  assert.equal(toldOutcome(outcome, "Tagged"), "Tagged 4 of 6 runs. It is in flight");
});

Deno.test("where all are refused the first refusal is thrown, and one of one is told in the singular", async () => {
  await assert.rejects(inTurns([1, 2], () => Promise.reject(REFUSAL)), REFUSAL);
  assert.equal(toldOutcome(await inTurns([1], () => Promise.resolve()), "Tagged"), "Tagged 1 run");
});
