import assert from "node:assert/strict";
import { readSummary } from "./simulation_body.ts";

Deno.test("a stored summary is read with a cagr that no double holds, and one that cannot be read is null", () => {
  const whole = {
    paths: 1,
    horizon: 1,
    terminal: { mean: 1, median: 1, standard_deviation: 0, percentiles: { "50": 1 } },
    probability_of_loss: 0,
    probability_of_ruin: 0,
    probability_of_goal: null,
    value_at_risk: 0,
    conditional_value_at_risk: 0,
    max_drawdown: { median: 0, percentiles: { "50": 0 } },
    cagr: { median: null, percentiles: { "50": null } },
    model: { degrees_of_freedom: 5, block_length: null },
  };
  assert.deepEqual(readSummary(whole), whole);
  assert.equal(readSummary({ ...whole, value_at_risk: null }), null);
  assert.equal(readSummary(null), null);
});
