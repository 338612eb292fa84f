import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { assetId } from "../../domain/asset.ts";
import { factorExposure } from "./factor_exposure.ts";

const assets = namesOf(3);
const CONTEXT = { assets, hasStartingPortfolio: false, hasBenchmark: false, hasHistory: true, short: false };
const check = (rules: unknown) => factorExposure.check?.(factorExposure.rules.parse(rules), CONTEXT) ?? [];

Deno.test("rules on factors with loadings on assets of the run have no fault", () => {
  assert.deepEqual(check({ loadings: { A0: { value: 0.3 }, A2: {} }, rules: [{ factor: "value", max: 0.1 }] }), []);
});

Deno.test("loadings of an asset outside the run are a fault at that asset", () => {
  assert.deepEqual(check({ loadings: { "B/9": { value: 1 } }, rules: [{ factor: "value", max: 1 }] }), [{
    pointer: "/loadings/B~19",
    detail: 'Cannot give loadings to "B/9", which is not an asset of the run',
  }]);
});

Deno.test("a rule on a factor without loadings and a second rule on a factor are faults at the name of the factor", () => {
  const loadings = { A0: { value: 1 } };
  const rules = [{ factor: "value", max: 1 }, { factor: "toString", min: 0 }, { factor: "value", min: 0 }];
  assert.deepEqual(check({ loadings, rules }).map(({ pointer }) => pointer), ["/rules/1/factor", "/rules/2/factor"]);
});

Deno.test("limits out of order and invalid loadings of factor_exposure are refused by the schema", () => {
  for (
    const wrong of [
      { loadings: {}, rules: [{ factor: "value", min: 1, max: 0 }] },
      { loadings: { A0: { value: 1e300 } }, rules: [] },
      { loadings: { A0: 1 }, rules: [] },
      { loadings: { A0: { "v\n\u202ex": 1 } }, rules: [{ factor: "v\n\u202ex", max: 1 }] },
      { rules: [] },
    ]
  ) assert.ok(!factorExposure.rules.safeParse(wrong).success, JSON.stringify(wrong));
});

Deno.test("an asset without a loading on a factor counts as 0", () => {
  const problem = problemOf(marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  const rules = factorExposure.rules.parse({
    loadings: { A0: { value: 2 }, A1: { size: 1 } },
    rules: [{ factor: "value", min: 0, max: 1 }],
  });
  assert.deepEqual(factorExposure.evaluate(Float64Array.of(0.5, 0.25, 0.25), rules, problem), [
    { family: "factor_exposure", rule: "value", value: 1, min: 0, max: 1, unit: 1 },
  ]);
  assert.equal(factorExposure.pointerOf?.("value", rules), "/rules/0");
});

Deno.test("an asset or factor named like an inherited property of objects has the loading that was sent, and else 0", () => {
  const names = ["constructor", "toString", "valueOf"];
  const moments = marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  const problem = { ...problemOf(moments), assets: names.map(assetId) };
  const valuesOf = (loadings: unknown) => {
    const limits = names.map((factor) => ({ factor, max: 1 }));
    const rules = factorExposure.rules.parse({ loadings, rules: limits });
    return factorExposure.evaluate(Float64Array.of(0.5, 0.25, 0.25), rules, problem).map(({ value }) => value);
  };
  assert.deepEqual(valuesOf({}), [0, 0, 0]);
  assert.deepEqual(valuesOf({ constructor: { toString: 2 }, valueOf: { valueOf: 4 } }), [0, 1, 1]);
});
