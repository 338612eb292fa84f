import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { weightBounds, weightLimits } from "./weight_bounds.ts";

const assets = namesOf(3);
const CONTEXT = { assets, hasStartingPortfolio: false, hasBenchmark: false, hasHistory: true, short: false };
const check = (rules: unknown, short = false) =>
  weightBounds.check?.(weightBounds.rules.parse(rules), { ...CONTEXT, short }) ?? [];

Deno.test("a limit left out of an asset's entry is the general one", () => {
  const rules = weightBounds.rules.parse({ min: 0.1, max: 0.5, assets: { A1: { max: 0.8 }, A2: { min: 0 } } });
  const { lower, upper } = weightLimits(rules, { assets, short: false });
  assert.deepEqual([[...lower], [...upper]], [[0.1, 0.1, 0], [0.5, 0.8, 0.5]]);
});

Deno.test("without limits weights are at least 0, or anything with short selling", () => {
  assert.deepEqual([...weightLimits({}, { assets, short: false }).lower], [0, 0, 0]);
  assert.deepEqual([...weightLimits({}, { assets, short: true }).lower], [-Infinity, -Infinity, -Infinity]);
});

Deno.test("limits in order for assets of the run have no fault", () => {
  assert.deepEqual(check({ min: 0, max: 0.5, assets: { A1: { min: 0.1 } } }), []);
});

Deno.test("an asset that is not of the run is a fault at its name", () => {
  assert.deepEqual(check({ assets: { "B/9": { max: 1 } } }).map(({ pointer }) => pointer), ["/assets/B~19"]);
});

Deno.test("a limit below 0 is a fault without short selling, and none with it", () => {
  const rules = { min: -0.1, assets: { A0: { max: -0.2, min: -0.3 } } };
  assert.deepEqual(check(rules).map(({ pointer }) => pointer), ["/min", "/assets/A0/min", "/assets/A0/max"]);
  assert.deepEqual(check(rules, true), []);
});

Deno.test("an asset's limit that crosses the general one is a fault, with short selling too", () => {
  for (const short of [false, true]) {
    assert.deepEqual(check({ max: 0.3, assets: { A0: { min: 0.4 } } }, short).map(({ pointer }) => pointer), [
      "/assets/A0",
    ]);
  }
});

Deno.test("limits out of order are refused by the schema", () => {
  assert.ok(!weightBounds.rules.safeParse({ min: 0.5, max: 0.4 }).success);
  assert.ok(!weightBounds.rules.safeParse({ assets: { A0: { min: 0.5, max: 0.4 } } }).success);
});

Deno.test("the value of every weight is reported with its limits, none where there is none", () => {
  const market = marketOfMoments([0, 0], [[1, 0], [0, 1]]);
  const problem = problemOf(market);
  const rules = weightBounds.rules.parse({ assets: { A1: { max: 0.4 } } });
  assert.deepEqual(weightBounds.evaluate(Float64Array.of(0.7, 0.3), rules, problem), [
    { family: "weight_bounds", rule: "A0", value: 0.7, min: 0, max: null },
    { family: "weight_bounds", rule: "A1", value: 0.3, min: 0, max: 0.4 },
  ]);
});
