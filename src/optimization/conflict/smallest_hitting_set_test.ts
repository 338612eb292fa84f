import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { WorkBudget } from "../work/work_budget.ts";

const ELEMENTS = 6;
const someSets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: ELEMENTS - 1 }), { minLength: 1, maxLength: 4 }), {
  maxLength: 8,
});
const someCosts = fc.array(fc.constantFrom(1e-3, 1, 1, 2), { minLength: ELEMENTS, maxLength: ELEMENTS });

Deno.test("the smallest hitting set meets every set at the least cost of all subsets", () => {
  fc.assert(
    fc.property(someSets, someCosts, (sets, costs) => {
      const found = smallestHittingSet(sets, costs, new WorkBudget(1e9));
      assert.ok(hits(found, sets));
      const costOf = (set: readonly number[]) => set.reduce((sum, element) => sum + costs[element], 0);
      for (const subset of subsets()) {
        if (hits(subset, sets)) assert.ok(costOf(found) <= costOf(subset) + 1e-12, `${found} and ${subset}`);
      }
    }),
    { numRuns: problemCount(300, 60) },
  );
});

Deno.test("the smallest hitting set of no sets is empty", () =>
  assert.deepEqual(smallestHittingSet([], [1, 1], new WorkBudget(0)), []));

Deno.test("the smallest hitting set lists its elements once, in ascending order", () => {
  assert.deepEqual(smallestHittingSet([[2], [0], [2, 0]], [1, 1, 1], new WorkBudget(1e9)), [0, 2]);
});

function hits(set: readonly number[], sets: readonly (readonly number[])[]): boolean {
  return sets.every((one) => one.some((element) => set.includes(element)));
}

function subsets(): number[][] {
  return Array.from({ length: 2 ** ELEMENTS }, (_, bits) => {
    return Array.from({ length: ELEMENTS }, (_, k) => k).filter((k) => bits & (1 << k));
  });
}
