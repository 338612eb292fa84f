import assert from "node:assert/strict";
import { comparedWith, headlineOf } from "./headline_figures.ts";
import type { RunResult } from "./run_documents.ts";

const WEIGHTS = { A: 0.5, B: 0.5 };
const METRICS = { annual_return: 0.3, annual_volatility: 0.2, max_drawdown: 0.1 };

Deno.test("the figures of a method are annual, and those of what is held are of a method that keeps it, where there is one", () => {
  const result = resultOf([{ weights: WEIGHTS, metrics: METRICS }]);
  const figures = { expectedReturn: 0.0015 * 252, volatility: 0.2, maxDrawdown: 0.1 };
  assert.deepEqual(headlineOf({ weights: WEIGHTS, metrics: METRICS }, result), figures);
  assert.deepEqual(comparedWith(result, WEIGHTS), { name: "held now", ...figures });
  const other = comparedWith(result, { A: 1 });
  assert.equal(other?.expectedReturn, 0.001 * 252);
  assert.equal(other?.volatility, Math.sqrt(0.0004 * 252));
  assert.equal(other?.maxDrawdown, null);
});

Deno.test("without holdings the benchmark stands beside a method, and nothing where there is none", () => {
  assert.deepEqual(comparedWith(resultOf([]), null), {
    name: "NIFTY50",
    expectedReturn: 0.3,
    volatility: 0.2,
    maxDrawdown: 0.1,
  });
  assert.equal(comparedWith({ ...resultOf([]), benchmark: null }, null), null);
});

/** Returns the parts of a result that the figures are made of. */
function resultOf(methods: readonly object[]): RunResult {
  const parts = {
    methods,
    data: { periods_per_year: 252 },
    estimates: {
      expected_returns: { A: 0.001, B: 0.002 },
      covariance: { assets: ["A", "B"], matrix: [[0.0004, 0], [0, 0.0001]] },
    },
    benchmark: { id: "NIFTY50", return_type: "price", metrics: METRICS },
  };
  return JSON.parse(JSON.stringify(parts));
}
