import assert from "node:assert/strict";
import {
  marketOf,
  namesOf,
  problemOf,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { matrix, timesVector } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";

const kernels = await loadKernels(null);

const ROWS = 8, HELD = [0.5, 0.3, 0.2];

/** Columns of a Hadamard matrix: means of 0, orthogonal, and sums of theirs by powers of two without rounding. */
function swings(column: number, size: number): number[] {
  const odd = (bits: number): boolean => (bits.toString(2).split("1").length - 1) % 2 === 1;
  return Array.from({ length: ROWS }, (_, t) => odd(t & column) ? -size : size);
}

const solve = (sizes: readonly number[], away: number, rules: Rules = {}) => {
  const columns = sizes.map((size, k) => swings(k + 1, size));
  const returns = matrix(ROWS, 3, Float64Array.from({ length: 3 * ROWS }, (_, k) => columns[k % 3][Math.floor(k / 3)]));
  const beside = swings(4, away), copied = timesVector(returns, Float64Array.from(HELD));
  const benchmark = { kind: "series", returns: copied.map((one, t) => one + beside[t]) } as const;
  const problem = problemOf(marketOf(returns, { assets: namesOf(3) }), { ...rules, benchmark });
  return solveBy("min_tracking_error", problem, { kernels });
};

/** Of a swing, by T - 1. */
const deviationOf = (size: number): number => size * Math.sqrt(ROWS / (ROWS - 1));

for (const share of [1e-1, 1e-3, 1e-5, 1e-7, 1e-8, 1e-9]) {
  Deno.test(`min_tracking_error is exact where the least tracking error is ${share} of the largest volatility`, () => {
    const largest = 2 ** 17, away = share * largest;
    const { status, weights, objective } = solve([largest, away, away / 2], away);
    assert.equal(status, "optimal");
    assert.ok(weights !== null && objective !== null);
    // Nothing beside the swing of its own that the benchmark has is left, to what a proof allows and rounding of sums.
    assert.ok(objective.value / deviationOf(away) - 1 <= 1e-7 + 4e-16 / share, `${objective.value}`);
    assert.ok(objective.value / deviationOf(away) - 1 >= -1e-9 - 4e-16 / share, `${objective.value}`);
  });
}

Deno.test("a benchmark made of assets with very different volatilities is replicated without tracking error", () => {
  const { status, weights, objective } = solve([2 ** 17, 2 ** -3, 2 ** -4], 0);
  assert.equal(status, "optimal");
  assert.ok((objective?.value ?? NaN) <= 1e-10, `${objective?.value}`);
  assert.ok(weights !== null && Math.abs(weights[0] - 0.5) <= 1e-9, `${weights}`);
});

Deno.test("a benchmark given by weights that the rules allow is held exactly, even with more assets than days", () => {
  const market = sampleMarketOf(20, { start: "2023-01-01", end: "2023-03-31" });
  const weights = Float64Array.from(market.assets, (_, i) => (i + 1) / 210);
  const problem = problemOf(market, { benchmark: { kind: "weights", weights } });
  const { status, objective, certificate, ...found } = solveBy("min_tracking_error", problem, { kernels });
  assert.equal(status, "optimal");
  assert.ok((objective?.value ?? NaN) <= 1e-12 && certificate?.provenOptimal, `${objective?.value}`);
  found.weights?.forEach((weight, i) => assert.ok(Math.abs(weight - weights[i]) <= 1e-9, `${i}: ${weight}`));
});

Deno.test("a rule that excludes benchmark weights by 1e-6 leaves the tracking error of the nearest mix", () => {
  const market = sampleMarketOf(6), weights = Float64Array.of(1, 0, 0, 0, 0, 0);
  const least = 1e-6, capped = { weight_bounds: { assets: { [market.assets[0]]: { max: 1 - least } } } };
  const problem = problemOf(market, { benchmark: { kind: "weights", weights }, constraints: capped });
  const solution = solveBy("min_tracking_error", problem, { kernels }), held = weightsOfSolution(solution);
  assert.equal(solution.status, "optimal");
  // The best of the millionth is a program of its own: the asset's own part of it replaced by the nearest mix.
  const nearest = solveBy(
    "min_tracking_error",
    problemOf(market, {
      benchmark: { kind: "weights", weights },
      constraints: { weight_bounds: { assets: { [market.assets[0]]: { max: 0 } } } },
    }),
    { kernels },
  );
  assert.ok(nearest.objective !== null && solution.objective !== null);
  assert.ok(Math.abs(solution.objective.value / (least * nearest.objective.value) - 1) <= 1e-6);
  weightsOfSolution(nearest).forEach((part, i) => {
    if (i > 0) assert.ok(Math.abs(held[i] - least * part) <= 1e-3 * least, `${i}: ${held[i]}, ${part}`);
  });
});
