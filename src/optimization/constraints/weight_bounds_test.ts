import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { weightBounds, weightLimits } from "./weight_bounds.ts";

const assets = namesOf(3);
const CONTEXT = { assets, hasStartingPortfolio: false, hasBenchmark: false, hasHistory: true, short: false };
const check = (rules: unknown, short = false) =>
  weightBounds.check?.(weightBounds.rules.parse(rules), { ...CONTEXT, short }) ?? [];

Deno.test("a limit that an asset's own bounds omit is the general one", () => {
  const rules = weightBounds.rules.parse({ min: 0.1, max: 0.5, assets: { A1: { max: 0.8 }, A2: { min: 0 } } });
  const { lower, upper } = weightLimits(rules, { assets, short: false });
  assert.deepEqual([[...lower], [...upper]], [[0.1, 0.1, 0], [0.5, 0.8, 0.5]]);
});

Deno.test("without weight bounds the lower limit is 0, or none with short selling", () => {
  assert.deepEqual([...weightLimits({}, { assets, short: false }).lower], [0, 0, 0]);
  assert.deepEqual([...weightLimits({}, { assets, short: true }).lower], [-Infinity, -Infinity, -Infinity]);
});

Deno.test("weight bounds in order on assets of the run have no fault", () => {
  assert.deepEqual(check({ min: 0, max: 0.5, assets: { A1: { min: 0.1 } } }), []);
});

Deno.test("weight bounds of an asset outside the run are a fault at its name", () => {
  assert.deepEqual(check({ assets: { "B/9": { max: 1 } } }).map(({ pointer }) => pointer), ["/assets/B~19"]);
});

Deno.test("a weight bound below 0 is a fault unless short selling is allowed", () => {
  const rules = { min: -0.1, assets: { A0: { max: -0.2, min: -0.3 } } };
  assert.deepEqual(check(rules).map(({ pointer }) => pointer), ["/min", "/assets/A0/min", "/assets/A0/max"]);
  assert.deepEqual(check(rules, true), []);
});

Deno.test("an asset's bound that contradicts the general one is a fault, with and without short selling", () => {
  for (const short of [false, true]) {
    assert.deepEqual(check({ max: 0.3, assets: { A0: { min: 0.4 } } }, short).map(({ pointer }) => pointer), [
      "/assets/A0",
    ]);
  }
});

Deno.test("weight bounds out of order are refused by the schema", () => {
  assert.ok(!weightBounds.rules.safeParse({ min: 0.5, max: 0.4 }).success);
  assert.ok(!weightBounds.rules.safeParse({ assets: { A0: { min: 0.5, max: 0.4 } } }).success);
});

Deno.test("every weight is reported with its limits, null where it has none", () => {
  const market = marketOfMoments([0, 0], [[1, 0], [0, 1]]);
  const problem = problemOf(market);
  const rules = weightBounds.rules.parse({ assets: { A1: { max: 0.4 } } });
  assert.deepEqual(weightBounds.evaluate(Float64Array.of(0.7, 0.3), rules, problem), [
    { family: "weight_bounds", rule: "A0", value: 0.7, min: 0, max: null },
    { family: "weight_bounds", rule: "A1", value: 0.3, min: 0, max: 0.4 },
  ]);
});
