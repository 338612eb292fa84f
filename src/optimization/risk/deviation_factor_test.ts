import assert from "node:assert/strict";
import { matrix, timesVector } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { standardDeviation } from "../../measures/standard_deviation.ts";
import { problemOf, randomNumbers, sampleMarketOf, solveBy } from "../../../tests/support/sample_problem.ts";
import { deviationFactor } from "./deviation_factor.ts";

const { linearAlgebra } = await loadKernels(null);
const kernels = await loadKernels(null);

Deno.test("the norm of the deviation factor is the standard deviation of returns to rounding, even for perfect hedges", () => {
  const random = randomNumbers(5);
  for (const [rows, columns] of [[3, 5], [40, 6], [200, 30]]) {
    const series = matrix(rows, columns);
    for (let t = 0; t < rows; t++) {
      for (let j = 0; j < columns - 1; j++) series.data[t * columns + j] = 10 ** (j % 4 - 3) * (random() - 0.5);
      // The last is made up of the first two.
      series.data[t * columns + columns - 1] = 0.5 * (series.data[t * columns] + series.data[t * columns + 1]);
    }
    const factor = deviationFactor(series, linearAlgebra);
    const norm = (w: Float64Array): number => Math.hypot(...timesVector(factor, w));
    const largest = Math.max(...Array.from({ length: columns }, (_, j) => norm(unit(columns, j))));
    for (let draw = 0; draw < 20; draw++) {
      const w = Float64Array.from({ length: columns }, () => random() - 0.5);
      const plain = standardDeviation(timesVector(series, w));
      assert.ok(Math.abs(norm(w) - plain) <= 1e-13 * largest, `${norm(w)} against ${plain}`);
    }
    const hedge = new Float64Array(columns);
    [hedge[0], hedge[1], hedge[columns - 1]] = [0.5, 0.5, -1];
    assert.ok(norm(hedge) <= 1e-14 * largest, `${norm(hedge)} of ${largest}`);
  }
});

function unit(length: number, place: number): Float64Array {
  const entries = new Float64Array(length);
  entries[place] = 1;
  return entries;
}

Deno.test("a benchmark series that assets replicate can be tracked with an error limit of 0", () => {
  const market = sampleMarketOf(6);
  const { returns } = market;
  assert.ok(returns);
  const equal = new Float64Array(6).fill(1 / 6);
  const benchmark = { kind: "series", returns: timesVector(returns, equal) } as const;
  for (const max of [0, 1e-12, 1e-9, 1e-6]) {
    const problem = problemOf(market, { benchmark, constraints: { tracking_error: { max } } });
    const { status, weights } = solveBy("min_volatility", problem, { kernels });
    assert.equal(status, "optimal");
    weights?.forEach((weight) => assert.ok(Math.abs(weight - 1 / 6) <= 1e-4, `${weight} within ${max}`));
  }
});
