import assert from "node:assert/strict";
import { type OptimizationResult, resultJson, resultJsonBeforeElapsed, resultJsonFromElapsed } from "./run_result.ts";

const RESULT: OptimizationResult = {
  run_id: "run_1",
  market: "CUSTOM",
  currency: null,
  mode: "construct",
  data: null,
  estimates: { expected_returns: { A: 0.1 }, covariance: { assets: ["A"], matrix: [[0.04]] } },
  methods: [],
  benchmark: null,
  assets: {},
  rolling_backtest: null,
  monte_carlo: null,
  efficient_frontier: null,
  curves: null,
  engine: { version: "1", schema_version: 1, core_digest: "a", solver_digest: "b", seed: 7, elapsed_ms: 0 },
};

Deno.test("a result whose elapsed time is told last is the same JSON as one that is written whole", () => {
  for (const elapsedMs of [0, 134, 3_600_000]) {
    const whole = resultJson({ ...RESULT, engine: { ...RESULT.engine, elapsed_ms: elapsedMs } });
    assert.equal(resultJsonBeforeElapsed(RESULT) + resultJsonFromElapsed(elapsedMs), whole);
  }
});
