import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { dot, matrix, timesVector } from "../domain/matrix.ts";
import { borrowedSource } from "./borrowed_source.ts";
import { boundRules } from "./problem_of.ts";

const assets = ["A", "B", "C"].map(assetId);
const source = {
  weights: Float64Array.of(1.5, -0.3, -0.2),
  expectedReturns: Float64Array.of(0.001, 0.002, 0.003),
  covariance: matrix(3, 3, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)),
  returns: matrix(2, 3, Float64Array.of(0.01, 0.02, -0.01, 0.03, -0.02, 0)),
  periodsPerYear: 52,
};
const charged = (exposure: unknown) => borrowedSource(source, boundRules({ exposure }), assets);

Deno.test("simulated returns of a portfolio with short weights bear their borrow fees in each period", () => {
  const { weights, expectedReturns, returns } = charged({ short: true, borrow_fee: { A: 0.9, B: 0.052, C: 0.104 } });
  const fee = (0.3 * 0.052 + 0.2 * 0.104) / 52;
  assert.ok(Math.abs(dot(weights, expectedReturns) - (dot(source.weights, source.expectedReturns) - fee)) <= 1e-17);
  assert.ok(returns);
  const before = timesVector(source.returns, weights);
  timesVector(returns, weights).forEach((earned, t) => assert.ok(Math.abs(earned - (before[t] - fee)) <= 1e-16));
});

Deno.test("a source without borrow fees, or without short weights, stays as it is", () => {
  assert.equal(charged({ short: true }), source);
  const long = { ...source, weights: Float64Array.of(0.5, 0.3, 0.2) };
  assert.equal(borrowedSource(long, boundRules({ exposure: { short: true, borrow_fee: 0.1 } }), assets), long);
});
