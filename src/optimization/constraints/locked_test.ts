import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { locked } from "./locked.ts";

const CONTEXT = { assets: namesOf(3), hasStartingPortfolio: true, hasBenchmark: false, hasHistory: true, short: false };

Deno.test("assets of the run, locked once, have no fault", () => {
  assert.deepEqual(locked.check?.(["A0", "A2"], CONTEXT), []);
});

Deno.test("an asset that is not of the run and one locked twice are faults where they stand", () => {
  assert.deepEqual(locked.check?.(["B", "A0", "A0"], CONTEXT).map(({ pointer }) => pointer), ["/0", "/2"]);
});

Deno.test("weights are locked only in a starting portfolio", () => {
  const without = { ...CONTEXT, hasStartingPortfolio: false };
  assert.deepEqual(locked.check?.(["A0"], without).map(({ pointer }) => pointer), [""]);
  assert.deepEqual(locked.check?.([], without), []);
});

Deno.test("a locked asset that the starting portfolio does not hold stays out", () => {
  const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]), { startingPortfolio: { A0: 0.4 } });
  const limits = locked.evaluate(Float64Array.of(0.5, 0.5), ["A0", "A1"], problem).map(({ min, max }) => [min, max]);
  assert.deepEqual(limits, [[0.4, 0.4], [0, 0]]);
});

Deno.test("the assets that are locked are looked at as often each, however many there are", () => {
  const readsOf = (count: number): number => {
    const assets = namesOf(count);
    let reads = 0;
    const rules = new Proxy([...assets], {
      get(target, property) {
        if (typeof property === "string" && /^\d+$/.test(property)) reads++;
        return Reflect.get(target, property);
      },
    });
    assert.deepEqual(locked.check?.(rules, { ...CONTEXT, assets }), []);
    return reads / count;
  };
  assert.equal(readsOf(2_000), readsOf(20));
});
