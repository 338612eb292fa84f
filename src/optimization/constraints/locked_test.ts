import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { locked } from "./locked.ts";

const CONTEXT = { assets: namesOf(3), hasStartingPortfolio: true, hasBenchmark: false, hasHistory: true, short: false };

Deno.test("assets of the run that are locked once have no fault", () => {
  assert.deepEqual(locked.check?.(["A0", "A2"], CONTEXT), []);
});

Deno.test("locking an asset outside the run, or an asset twice, is a fault at its pointer", () => {
  assert.deepEqual(locked.check?.(["B", "A0", "A0"], CONTEXT).map(({ pointer }) => pointer), ["/0", "/2"]);
});

Deno.test("locking assets requires a starting portfolio", () => {
  const without = { ...CONTEXT, hasStartingPortfolio: false };
  assert.deepEqual(locked.check?.(["A0"], without).map(({ pointer }) => pointer), [""]);
  assert.deepEqual(locked.check?.([], without), []);
});

Deno.test("a locked asset that the starting portfolio does not hold is limited to a weight of 0", () => {
  const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]), { startingPortfolio: { A0: 0.4 } });
  const limits = locked.evaluate(Float64Array.of(0.5, 0.5), ["A0", "A1"], problem).map(({ min, max }) => [min, max]);
  assert.deepEqual(limits, [[0.4, 0.4], [0, 0]]);
});

Deno.test("checking locked assets reads each of them equally often, however many there are", () => {
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
