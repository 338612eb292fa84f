import assert from "node:assert/strict";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
import { namesOf, randomNumbers } from "../../../tests/support/sample_problem.ts";
import { DomainError } from "../../domain/errors.ts";
import { column, type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { factorModel } from "./factor_model.ts";

const kernels = await loadKernels(null);
const ROWS = 60;
const next = randomNumbers(5);
const FACTORS = matrix(ROWS, 2, Float64Array.from({ length: 2 * ROWS }, () => 0.02 * (next() - 0.5)));
const RETURNS = matrix(
  ROWS,
  3,
  Float64Array.from({ length: 3 * ROWS }, (_, at) => {
    const [t, j] = [Math.floor(at / 3), at % 3];
    return (1 + j) * FACTORS.data[2 * t] - j * FACTORS.data[2 * t + 1] + 0.01 * (next() - 0.5);
  }),
);
const DATES = Array.from({ length: ROWS }, (_, t) => `2024-01-${t}`);

function estimate(factors: Matrix | null, benchmark: Float64Array | null = null): Matrix {
  const inputs = estimationInputsOf({ assets: namesOf(3), returns: RETURNS, factors, benchmark });
  return factorModel.estimate(inputs, factors === null ? {} : { factors: seriesOf(factors) }, kernels);
}

function seriesOf(factors: Matrix): { dates: string[]; series: Record<string, Float64Array> } {
  const series = Array.from({ length: factors.columns }, (_, j) => [`F${j + 1}`, column(factors, j)]);
  return { dates: DATES, series: Object.fromEntries(series) };
}

function close(actual: Float64Array, expected: Float64Array, relative = 1e-12): void {
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) <= relative * largest, `${i}: ${actual[i]}`));
}

Deno.test("factor_model keeps the sample variances and takes covariances from the slopes on the factors", () => {
  const { data } = estimate(FACTORS);
  const joint = kernels.statistics.covariance(joined(RETURNS, FACTORS)).data;
  const at = (i: number, j: number) => joint[5 * i + j];
  const determinant = at(3, 3) * at(4, 4) - at(3, 4) ** 2;
  const slope = (i: number) => [
    (at(i, 3) * at(4, 4) - at(i, 4) * at(3, 4)) / determinant,
    (at(i, 4) * at(3, 3) - at(i, 3) * at(3, 4)) / determinant,
  ];
  const expected = Float64Array.from({ length: 9 }, (_, k) => {
    const [i, j] = [Math.floor(k / 3), k % 3];
    const [a, b] = [slope(i), slope(j)];
    const cross = a[0] * b[1] + a[1] * b[0];
    return i === j ? at(i, i) : a[0] * b[0] * at(3, 3) + cross * at(3, 4) + a[1] * b[1] * at(4, 4);
  });
  close(data, expected);
});

Deno.test("factor_model depends only on the space of the factors, not on their units, signs or mixtures", () => {
  const mixed = matrix(
    ROWS,
    2,
    FACTORS.data.map((value, at) => at % 2 === 0 ? -1e-6 * value : value + FACTORS.data[at - 1]),
  );
  close(estimate(mixed).data, estimate(FACTORS).data);
});

Deno.test("factor_model without factors takes the benchmark as its one factor", () => {
  const benchmark = column(FACTORS, 0);
  close(estimate(null, benchmark).data, estimate(matrix(ROWS, 1, benchmark)).data);
});

Deno.test("factor_model with an asset as benchmark keeps the sample covariances of that asset", () => {
  const { data } = estimate(null, column(RETURNS, 1));
  const sample = kernels.statistics.covariance(RETURNS).data;
  close(data.subarray(3, 6), sample.subarray(3, 6));
});

const CONSTANT = matrix(ROWS, 2, FACTORS.data.map((value, at) => at % 2 === 0 ? value : 0.01));
const EQUAL = matrix(ROWS, 2, FACTORS.data.map((_, at) => FACTORS.data[at - at % 2]));
const SUM = joined(FACTORS, matrix(ROWS, 1, column(FACTORS, 0).map((value, t) => 3 * value - FACTORS.data[2 * t + 1])));

for (
  const { what, factors, sentence } of [
    {
      what: "constant",
      factors: CONSTANT,
      sentence: /^Cannot use factor "F2": its return never changes, leave it out$/,
    },
    {
      what: "equal to an earlier one",
      factors: EQUAL,
      sentence: /^Cannot use factor "F2": its returns are those of factor "F1"$/,
    },
    {
      what: "a linear combination of earlier ones",
      factors: SUM,
      sentence: /^Cannot use factor "F3": it is a linear combination of the factors before it/,
    },
  ]
) {
  Deno.test(`a factor that is ${what} is refused by its name`, () => {
    assert.throws(() => estimate(factors), (error) => {
      return error instanceof DomainError && error.code === "methods_failed" && sentence.test(error.message);
    });
  });
}

Deno.test("all factors that are linear combinations of earlier ones are reported before an estimate, and no others", () => {
  const [first, second] = [column(FACTORS, 0), column(FACTORS, 1)];
  const series = { G: first, F: second, H: second.map((x) => 2 * x + 0.001), I: first.map((x, t) => x - second[t]) };
  const factors = joined(joined(FACTORS, matrix(ROWS, 1, series.H)), matrix(ROWS, 1, series.I));
  const inputs = estimationInputsOf({ assets: namesOf(3), returns: RETURNS, factors });
  const told = (name: string) => ({
    pointer: `/factors/series/${name}`,
    detail: `Cannot use factor "${name}": it is a linear combination of the factors before it, leave it out`,
  });
  assert.deepEqual(factorModel.unsuited?.(inputs, { factors: { dates: DATES, series } }), [told("H"), told("I")]);
  assert.deepEqual(factorModel.unsuited?.({ ...inputs, factors: FACTORS }, { factors: seriesOf(FACTORS) }), []);
});

Deno.test("a constant benchmark and too short a history are reported before an estimate", () => {
  const inputs = estimationInputsOf({
    assets: namesOf(3),
    returns: RETURNS,
    benchmark: new Float64Array(ROWS).fill(0.01),
  });
  assert.deepEqual(factorModel.unsuited?.(inputs, {}), [{
    pointer: "",
    detail:
      "Cannot estimate a model of one factor: the return of the benchmark never changes, another benchmark is needed",
  }]);
  const short = { ...inputs, returns: matrix(3, 3), benchmark: null, factors: matrix(3, 2) };
  assert.deepEqual(factorModel.unsuited?.(short, { factors: seriesOf(FACTORS) }), [{
    pointer: "/factors",
    detail: "Cannot estimate a model of 2 factors from 3 returns: at least 4 are needed",
  }]);
});

Deno.test("a benchmark whose price grows at a constant rate counts as constant, despite rounding", () => {
  const prices = Array.from({ length: ROWS + 1 }, (_, t) => 100 * 1.01 ** t);
  const benchmark = Float64Array.from({ length: ROWS }, (_, t) => prices[t + 1] / prices[t] - 1);
  assert.throws(() => estimate(null, benchmark), /the return of the benchmark never changes/);
});

function joined(a: Matrix, b: Matrix): Matrix {
  const columns = a.columns + b.columns;
  const both = matrix(a.rows, columns);
  for (let t = 0; t < a.rows; t++) {
    for (let j = 0; j < columns; j++) {
      both.data[t * columns + j] = j < a.columns ? a.data[t * a.columns + j] : b.data[t * b.columns + j - a.columns];
    }
  }
  return both;
}
