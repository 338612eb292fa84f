import assert from "node:assert/strict";
import { marketOfMoments, problemOf } from "../../../tests/support/sample_problem.ts";
import { missedBy } from "../problem.ts";
import { concentration } from "./concentration.ts";

const problem = problemOf(marketOfMoments([0, 0], [[1, 0], [0, 1]]));
const valueOf = (weights: readonly number[], least: number) =>
  concentration.evaluate(Float64Array.from(weights), { min_effective_assets: least }, problem)[0];

Deno.test("equal weights have as many effective assets as assets, at any budget", () => {
  for (const weight of [0.25, 0.5, 2]) assert.equal(valueOf([weight, weight], 2).value, 2);
  assert.equal(valueOf([1, 0], 2).value, 1);
});

Deno.test("weights that sum to less than 0 have no effective asset and miss every limit", () => {
  const value = valueOf([-0.5, -0.5], 1);
  assert.equal(value.value, 0);
  assert.ok(missedBy(value) > 0.5);
});

Deno.test("weights of 0 keep every limit on concentration", () => {
  assert.equal(missedBy(valueOf([0, 0], 2)), 0);
});

Deno.test("the breach of a limit on concentration is measured in the unit of weights", () => {
  assert.ok(Math.abs(missedBy(valueOf([0.6, 0.4], 2)) - (Math.sqrt(0.52) - Math.sqrt(0.5))) < 1e-15);
});

Deno.test("an effective number of assets of 0 or less, missing or of another type is refused by the schema", () => {
  for (const wrong of [{ min_effective_assets: 0 }, { min_effective_assets: -1 }, {}, { min_effective_assets: "2" }]) {
    assert.ok(!concentration.rules.safeParse(wrong).success, JSON.stringify(wrong));
  }
});
