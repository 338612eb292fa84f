import assert from "node:assert/strict";
import { SIMULATION_PLAN } from "../../../tests/support/simulation_plan.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import { histogramOf, type PathEnds, summarisePaths } from "./summarise_paths.ts";

const kernels = await loadKernels(null);

const PLAN: SimulationPlan = {
  ...SIMULATION_PLAN,
  paths: 10,
  horizon: 504,
  initialValue: 80,
  goal: 130,
  seed: 7,
  confidence: 0.8,
};

const ENDS: PathEnds = {
  terminal: Float64Array.of(150, 0, 130, 90, 100, 110, 120, 80, 140, 60),
  growth: Float64Array.of(1.44, 0, 1.21, 1, 1, 1, 1, 1, 1.21, 1),
  maxDrawdown: Float64Array.of(0.1, 1, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.4, 0.3),
  withdrawn: null,
  ruined: 1,
};

Deno.test("the summary of ten paths is that computed by hand", () => {
  const found = summarisePaths(ENDS, { plan: PLAN, paidIn: 100, periodsPerYear: 252, kernels });
  assert.deepEqual([found.paths, found.horizon], [10, 504]);
  assert.equal(found.terminal.mean, 98);
  // Expected standard deviation of terminal wealth in the test: numpy.std(…, ddof=1)
  assert.ok(Math.abs(found.terminal.standard_deviation - 44.171383395939856) < 1e-9);
  assert.equal(found.terminal.median, 105);
  assert.equal(found.terminal.percentiles["50"], 105);
  assert.ok(Math.abs(found.terminal.percentiles["5"] - 27) < 1e-12);
  assert.equal(found.probability_of_loss, 0.4);
  assert.equal(found.probability_of_ruin, 0.1);
  assert.equal(found.probability_of_goal, 0.3);
  // Expected value at risk in the test: the worst two of ten paths lose 1 and 0.4.
  assert.ok(Math.abs(found.value_at_risk - 0.4) < 1e-15);
  assert.ok(Math.abs(found.conditional_value_at_risk - 0.7) < 1e-15);
  assert.equal(found.max_drawdown.median, 0.3);
  assert.equal(found.cagr.median, 0);
  // Expected growth rate over two years in the test: the square root of the growth, interpolated between the ninth and
  // the tenth path.
  assert.ok(Math.abs((found.cagr.percentiles["90"] ?? NaN) - 0.11) < 1e-12);
  assert.ok(Math.abs((found.cagr.percentiles["1"] ?? NaN) - (-1 + 0.09)) < 1e-12);
});

Deno.test("withdrawals count as part of the final value in the probability of loss and the value at risk", () => {
  const terminal = Float64Array.of(70, 40, 0), withdrawn = Float64Array.of(30, 30, 20 + 1e-15);
  const ends = { ...ENDS, terminal, growth: terminal, maxDrawdown: terminal, withdrawn };
  const found = summarisePaths(ends, { plan: PLAN, paidIn: 100, periodsPerYear: 252, kernels });
  assert.equal(found.probability_of_loss, 2 / 3);
  // Expected value at risk in the test: the worst of three paths loses 0.8, and the worst fifth is 0.6 of a path.
  assert.ok(Math.abs(found.value_at_risk - 0.8) < 1e-12 && Math.abs(found.conditional_value_at_risk - 0.8) < 1e-12);
  const even = { ...ends, terminal: Float64Array.of(0.1, 0.1, 0.1), withdrawn: new Float64Array(3).fill(0.2) };
  const whole = summarisePaths(even, { plan: PLAN, paidIn: 0.3 + 2e-17, periodsPerYear: 252, kernels });
  assert.equal(whole.probability_of_loss, 0);
});

Deno.test("without a goal its probability is null, and a single path has a standard deviation of 0", () => {
  const one = {
    terminal: Float64Array.of(1),
    growth: Float64Array.of(1),
    maxDrawdown: Float64Array.of(0),
    withdrawn: null,
    ruined: 0,
  };
  const options = { plan: { ...PLAN, goal: null }, paidIn: 1, periodsPerYear: 252, kernels };
  const found = summarisePaths(one, options);
  assert.equal(found.probability_of_goal, null);
  assert.equal(found.terminal.standard_deviation, 0);
});

Deno.test("an annual growth too large for a double is null, and that of a ruined path is -1", () => {
  const growth = Float64Array.of(0, 0, 0, 0, 1, 1, 30, 30, 30, 30);
  const found = summarisePaths({ ...ENDS, growth }, {
    plan: { ...PLAN, horizon: 1 },
    paidIn: 100,
    periodsPerYear: 252,
    kernels,
  });
  assert.deepEqual(found.cagr, {
    median: 0,
    percentiles: { "1": -1, "5": -1, "10": -1, "25": -1, "50": 0, "75": null, "90": null, "95": null, "99": null },
  });
});

Deno.test("a histogram counts every value, with outliers in the outermost bins", () => {
  const values = Float64Array.from({ length: 10_001 }, (_, k) => k === 0 ? -1e6 : k === 10_000 ? 1e6 : k / 10_000);
  const { edges, counts } = histogramOf(values, kernels);
  assert.equal(edges.length, counts.length + 1);
  assert.equal(counts.reduce((sum, count) => sum + count, 0), values.length);
  assert.ok(Math.abs(edges[0] - 0.005) < 1e-12 && Math.abs((edges.at(-1) ?? NaN) - 0.995) < 1e-12);
  assert.ok(Math.abs(counts[25] / 198 - 1) < 0.02);
  assert.ok(counts[0] > 198 + 45);
});

Deno.test("a histogram of equal values has one bin", () => {
  assert.deepEqual(histogramOf(new Float64Array(7).fill(3), kernels), { edges: [3, 3], counts: [7] });
});
