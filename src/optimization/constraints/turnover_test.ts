import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { turnover } from "./turnover.ts";

const CONTEXT = { assets: namesOf(2), hasBenchmark: false, short: false };

Deno.test("a turnover is limited only from a starting portfolio", () => {
  assert.deepEqual(turnover.check?.({ max: 0.1 }, { ...CONTEXT, hasStartingPortfolio: true }), []);
  assert.equal(turnover.check?.({ max: 0.1 }, { ...CONTEXT, hasStartingPortfolio: false }).length, 1);
});

Deno.test("a limit below 0 is refused by the schema", () =>
  assert.ok(!turnover.rules.safeParse({ max: -0.1 }).success));

Deno.test("the turnover is half of all changes, holdings outside the run sold", () => {
  const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]), {
    startingPortfolio: [0.5, 0.25],
    startingWeightOutside: 0.25,
  });
  const [{ value, max }] = turnover.evaluate(Float64Array.of(0.25, 0.75), { max: 0.4 }, problem);
  assert.deepEqual([value, max], [0.5, 0.4]);
});
