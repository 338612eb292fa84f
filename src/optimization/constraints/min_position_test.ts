import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { minPosition } from "./min_position.ts";

const assets = namesOf(3);
const faults = (least: number, lower: readonly number[], upper: readonly number[]) =>
  minPosition.check?.(least, {
    assets,
    hasStartingPortfolio: false,
    hasBenchmark: false,
    hasHistory: true,
    short: false,
    otherRules: { groups: [], bounds: { lower: Float64Array.from(lower), upper: Float64Array.from(upper) } },
  }) ?? [];

Deno.test("a minimum position size below 1e-8 is refused by the schema", () => {
  for (const wrong of [0, -0.1, 1e-9, NaN]) assert.ok(!minPosition.rules.safeParse(wrong).success, String(wrong));
  assert.equal(minPosition.rules.parse(1e-8), 1e-8);
});

Deno.test("a minimum size above the largest weight of an asset is a fault that names it, unless that weight is 0", () => {
  assert.deepEqual(faults(0.1, [0, 0, 0], [1, 0.1, 0]), []);
  assert.match(faults(0.1, [0, 0, 0], [1, 0.05, 0.02])[0].detail, /"A1" and 1 more.*0.05/);
  assert.deepEqual(faults(0.1, [-0.2, 0, 0], [0.05, 1, 1]), []);
  assert.match(
    faults(0.1, [0, 0, 0], [1, 1e-9, 0])[0].detail,
    /at most 1e-9: leave min_position out, or set the limits/,
  );
});

Deno.test("the value of min_position is the size of the smallest held weight", () => {
  const market = marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  const problem = problemOf(market, { constraints: { min_position: 0.1 } });
  const valueOf = (...weights: readonly number[]) =>
    minPosition.evaluate(Float64Array.from(weights), 0.1, problem).map(({ value }) => value);
  assert.deepEqual(valueOf(0.9, 0, -0.05), [0.05]);
  assert.deepEqual(valueOf(0, 0, 0), [0.1]);
});
