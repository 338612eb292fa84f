import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { turnover } from "./turnover.ts";

const CONTEXT = { assets: namesOf(2), hasBenchmark: false, hasHistory: true, short: false };

Deno.test("a limit on turnover requires a starting portfolio", () => {
  assert.deepEqual(turnover.check?.({ max: 0.1 }, { ...CONTEXT, hasStartingPortfolio: true }), []);
  assert.equal(turnover.check?.({ max: 0.1 }, { ...CONTEXT, hasStartingPortfolio: false }).length, 1);
});

Deno.test("a limit on turnover below 0 is refused by the schema", () =>
  assert.ok(!turnover.rules.safeParse({ max: -0.1 }).success));

Deno.test("turnover is half the sum of all weight changes, with holdings outside the run sold", () => {
  const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]), {
    startingPortfolio: [0.5, 0.25],
    startingWeightOutside: 0.25,
  });
  const [{ value, max }] = turnover.evaluate(Float64Array.of(0.25, 0.75), { max: 0.4 }, problem);
  assert.deepEqual([value, max], [0.5, 0.4]);
});

Deno.test("moving towards other weights within a turnover limit uses it up and sells the riskiest asset first", () => {
  const risks = [1, 4, 9, 16].map((variance, i) => [0, 0, 0, 0].map((_, j) => i === j ? variance : 0.5));
  const problem = problemOf(marketOfMoments([0, 0, 0, 0], risks), { startingPortfolio: [0, 0.2, 0.3, 0.5] });
  const reached = turnover.reach?.(Float64Array.of(0.7, 0, 0, 0.3), { max: 0.3 }, problem);
  assert.ok(reached);
  const [{ value }] = turnover.evaluate(reached, { max: 0.3 }, problem);
  assert.ok(Math.abs(value - 0.3) < 1e-12);
  assert.deepEqual([...reached].map((weight) => Math.round(weight * 1e9) / 1e9), [0.3, 0.1, 0.3, 0.3]);
});

Deno.test("weights within the turnover limit are reached exactly", () => {
  const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]), { startingPortfolio: [0.5, 0.5] });
  const likely = Float64Array.of(0.45, 0.55);
  assert.deepEqual(turnover.reach?.(likely, { max: 0.1 }, problem), likely);
});
