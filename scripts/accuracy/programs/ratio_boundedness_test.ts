import assert from "node:assert/strict";
import type { Candidate } from "./best_rival.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import { loadHighs } from "./load_highs.ts";
import { plainValue } from "./plain_objective.ts";
import { ratioBoundedness } from "./ratio_boundedness.ts";
import { readProgram } from "./read_program.ts";

const highs = await loadHighs();

Deno.test("the Sharpe ratio counts as unbounded at a volatility of the size of rounding, and as bounded at a larger one", () => {
  assert.equal(boundednessBeside(1e-10), "unbounded");
  assert.equal(boundednessBeside(1e-5), "bounded");
});

/**
 * Returns the boundedness of the Sharpe ratio for two assets that hedge each other and a third that equals the first
 * plus noise. Every asset must be held.
 */
function boundednessBeside(noise: number): string {
  const returns = [[0.01, 3], [-0.004, -5], [0.02, 4], [-0.01, -2]].map(([a, b]) => [a, 0.002 - a, a + noise * b]);
  const program: AccuracyProgram = {
    seed: 0,
    kinds: [],
    method: "max_sharpe",
    parameters: {},
    returns,
    rules: { constraints: { weight_bounds: { min: 0.01 } }, startingWeightOutside: 0, riskFreeRate: 0 },
    knownPoint: null,
  };
  const read = readProgram(program), { gains } = read;
  assert.ok(gains !== null);
  const weights = Float64Array.of(0.4, 0.4, 0.2);
  const best: Candidate = { source: "plain", weights, value: plainValue(weights, program, read.problem) };
  return ratioBoundedness(best, gains, { read, highs });
}
