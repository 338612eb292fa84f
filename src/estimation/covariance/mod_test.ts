import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { assetId } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import { column, type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { covarianceMatrixFaults, largeMatrixFaults } from "./covariance_matrix_faults.ts";
import { COVARIANCES } from "./mod.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B"].map(assetId);
/** Tolerance of the covariance tests, for sums of a handful of products. */
const ROUNDING = 1e-15;

/** Returns for the tests: three rows of two assets, with means 0.1 and 0.05. */
const RETURNS = matrix(3, 2, Float64Array.of(0, 0.1, 0.1, -0.05, 0.2, 0.1));

function estimate(
  id: string,
  parameters: unknown,
  returns: Matrix | null = RETURNS,
  benchmark: Float64Array | null = null,
): Matrix {
  const estimator = COVARIANCES.get(id);
  assert.ok(estimator !== undefined);
  const inputs = estimationInputsOf({ assets: ASSETS, returns, benchmark });
  return estimator.estimate(inputs, estimator.parameters.parse(parameters), kernels);
}

/**
 * Test helper. Estimates a covariance. Returns null if the estimator refuses with an error message, which only two
 * estimators may.
 */
function estimateOrSentence(id: string, returns: Matrix, benchmark: Float64Array): Matrix | null {
  try {
    return estimate(id, {}, returns, benchmark);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "insufficient_history", id);
    assert.ok(["detoned", "factor_model"].includes(id), id);
    return null;
  }
}

function close(actual: Matrix, expected: readonly number[]): void {
  expected.forEach((value, i) => assert.ok(Math.abs(actual.data[i] - value) <= ROUNDING, `${actual.data[i]} at ${i}`));
}

Deno.test("the sample covariance divides by T - 1", () => {
  close(estimate("sample", {}), [0.01, 0, 0, 0.0075]);
});

Deno.test("the ewma covariance weighs deviations from the weighted mean, without bias correction", () => {
  // At a decay of 1/2 the weights of the three rows are 1/7, 2/7 and 4/7, and the weighted means 1/7 and 2/35.
  const [a, b] = [1 / 7, 2 / 35];
  const weights = [1 / 7, 2 / 7, 4 / 7];
  const entry = (i: number, j: number) =>
    weights.reduce((sum, weight, t) => {
      const means = [a, b];
      return sum + weight * (RETURNS.data[2 * t + i] - means[i]) * (RETURNS.data[2 * t + j] - means[j]);
    }, 0);
  close(estimate("ewma", { decay: 0.5 }), [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]);
});

Deno.test("the decay of the ewma covariance is inside (0, 1) and 0.94 by default, and no other field is accepted", () => {
  const parameters = COVARIANCES.get("ewma")?.parameters;
  assert.deepEqual(parameters?.parse({}), { decay: 0.94 });
  for (const wrong of [{ decay: 0 }, { decay: 1 }, { decay: "0.9" }, { halflife: 3 }]) {
    assert.equal(parameters?.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

Deno.test("ledoit_wolf keeps the trace of the covariance that divides by T", () => {
  const { data } = estimate("ledoit_wolf", {});
  assert.ok(Math.abs(data[0] + data[3] - 0.0175 * 2 / 3) <= ROUNDING);
});

Deno.test("semi averages products of shortfalls below its target over all rows", () => {
  close(estimate("semi", {}), [0, 0, 0, 0.0025 / 3]);
  close(estimate("semi", { target: 0.1 }), [0.01 / 3, 0, 0, 0.0225 / 3]);
});

Deno.test("gerber counts rows on which both assets move, signed by direction, over rows on which at least one does", () => {
  const returns = matrix(5, 2, Float64Array.of(1, 1, 1, -1, -1, -1, 0, 1, 0, 0));
  const [a, b] = [Math.sqrt(3 / 5 - 1 / 25), Math.sqrt(4 / 5)];
  close(estimate("gerber", {}, returns), [a * a, a * b / 4, a * b / 4, b * b]);
});

Deno.test("denoised removes a correlation that may be noise and keeps the variances", () => {
  const { data } = estimate("denoised", {}, matrix(4, 2, Float64Array.of(1, 2, -1, 1, 1, -2, -1, -1)));
  close({ rows: 2, columns: 2, data }, [4 / 3, 0, 0, 10 / 3]);
});

Deno.test("detoned leaves two assets with a correlation of -1", () => {
  const { data } = estimate("detoned", {}, matrix(4, 2, Float64Array.of(1, 2, -1, -1, 1, 2, -1, -3)));
  assert.ok(Math.abs(data[1] / Math.sqrt(data[0] * data[3]) + 1) < 1e-12);
});

Deno.test("ledoit_wolf_constant_correlation keeps the variances that divide by T", () => {
  const { data } = estimate("ledoit_wolf_constant_correlation", {});
  close({ rows: 1, columns: 2, data: Float64Array.of(data[0], data[3]) }, [0.02 / 3, 0.015 / 3]);
});

Deno.test("covariance estimators fill in defaults and refuse parameters that are unknown, mistyped or out of range", () => {
  const full: Readonly<Record<string, unknown>> = {
    gerber: { threshold: 0.5 },
    semi: { target: 0 },
    oas: {},
    denoised: {},
    detoned: {},
    ledoit_wolf_constant_correlation: {},
    factor_model: {},
  };
  for (const [id, defaults] of Object.entries(full)) {
    assert.deepEqual(COVARIANCES.get(id)?.parameters.parse({}), defaults, id);
    for (const wrong of [{ decay: 0.9 }, { shrinkage: 0.5 }]) {
      assert.equal(COVARIANCES.get(id)?.parameters.safeParse(wrong).success, false, id);
    }
  }
  for (const threshold of [0, 1, -0.5, 1.5, "0.5", null, NaN]) {
    assert.equal(COVARIANCES.get("gerber")?.parameters.safeParse({ threshold }).success, false, `${threshold}`);
  }
  for (const target of [1e7, -1e7, "0", null, Infinity]) {
    assert.equal(COVARIANCES.get("semi")?.parameters.safeParse({ target }).success, false, `${target}`);
  }
});

Deno.test("covariance estimators refuse a missing history and one of a single row", () => {
  for (const { id, needsHistory } of COVARIANCES) {
    if (!needsHistory) continue;
    for (const returns of [null, matrix(1, 2)]) {
      assert.throws(() => estimate(id, {}, returns), (error) => error instanceof DomainError, id);
    }
  }
});

Deno.test("every covariance estimator gives a positive semidefinite matrix of degenerate histories, or may refuse them", () => {
  const size = fc.constantFrom(0, 1e-12, 0.01, 1);
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 4, maxLength: 4 }),
      fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
      (scales, noise) => {
        for (const rows of [2, 5]) {
          const returns = matrix(rows, 4);
          for (let at = 0; at < returns.data.length; at++) returns.data[at] = noise.next().value * scales[at % 4];
          for (let t = 0; t < rows; t++) returns.data[4 * t + 3] = returns.data[4 * t];
          for (const { id, needsHistory } of COVARIANCES) {
            if (!needsHistory) continue;
            const benchmark = column(returns, 0);
            const of = estimateOrSentence(id, returns, benchmark);
            if (of === null) continue;
            const square = [0, 1, 2, 3].map((i) => Array.from(of.data.subarray(4 * i, 4 * i + 4)));
            assert.deepEqual(covarianceMatrixFaults(square, 4), [], `${id} of ${returns.data}`);
            assert.ok(of.data.every(Number.isFinite));
          }
        }
      },
    ),
    { numRuns: problemCount(30, 8) },
  );
});

Deno.test("a given covariance is put in the order of the assets of the run", () => {
  const given = { assets: ["B", "A"], matrix: [[4, 1], [1, 9]] };
  assert.deepEqual([...estimate("given", given, null).data], [9, 1, 1, 4]);
});

const REFUSED: readonly { what: string; assets?: string[]; matrix: number[][]; pointer: string; detail: RegExp }[] = [
  { what: "a missing asset", assets: ["A"], matrix: [[1]], pointer: "/assets", detail: /No value is given for "B"/ },
  {
    what: "an unknown asset",
    assets: ["A", "B", "C"],
    matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    pointer: "/assets/2",
    detail: /"C" is not an asset of the run/,
  },
  {
    what: "an asset named twice",
    assets: ["A", "B", "A"],
    matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    pointer: "/assets/2",
    detail: /"A" is named twice/,
  },
  { what: "too few rows", matrix: [[1, 0]], pointer: "/matrix", detail: /1 rows for 2 assets/ },
  { what: "a short row", matrix: [[1, 0], [0]], pointer: "/matrix/1", detail: /1 entries for 2 assets/ },
  { what: "a negative variance", matrix: [[1, 0], [0, -1]], pointer: "/matrix/1/1", detail: /at least 0, got -1/ },
  {
    what: "an asymmetry above 1e-10",
    matrix: [[1e-4, 2e-5], [2.000001e-5, 1e-4]],
    pointer: "/matrix/1/0",
    detail: /must be symmetric: 0.00002000001 here, 0.00002 at/,
  },
  { what: "a correlation above 1", matrix: [[1, 2], [2, 1]], pointer: "/matrix", detail: /positive semidefinite/ },
  {
    what: "a covariance without variance",
    matrix: [[1, 0.1], [0.1, 0]],
    pointer: "/matrix",
    detail: /positive semidefinite/,
  },
];

for (const { what, assets, matrix, pointer, detail } of REFUSED) {
  Deno.test(`a given covariance with ${what} is refused at ${pointer}`, () => {
    const estimator = COVARIANCES.get("given");
    const faults = estimator?.check?.({ assets: assets ?? ["A", "B"], matrix }, ASSETS) ?? [];
    assert.equal(faults.length, 1, JSON.stringify(faults));
    assert.equal(faults[0].pointer, pointer);
    assert.match(faults[0].detail, detail);
  });
}

Deno.test("a given covariance that will be repaired may have a negative eigenvalue, and must be symmetric", () => {
  const faultsOf = (matrix: number[][]) =>
    COVARIANCES.get("given")?.check?.({ assets: ["A", "B"], matrix, repair: "clip" }, ASSETS);
  assert.deepEqual(faultsOf([[1, 2], [2, 1]]), []);
  assert.deepEqual(faultsOf([[1, 2], [2.1, 1]])?.map(({ pointer }) => pointer), ["/matrix/1/0"]);
});

Deno.test("a given covariance may be singular, tiny, without a variance, or asymmetric by rounding", () => {
  for (
    const rows of [
      [[4, 6], [6, 9]],
      [[1, 0], [0, 0]],
      [[0, 0], [0, 0]],
      [[1e-24, 5e-25], [5e-25, 1e-24]],
      [[1, 0.3], [0.3 + 1e-12, 1]],
    ]
  ) assert.deepEqual(covarianceMatrixFaults(rows, 2), [], JSON.stringify(rows));
});

Deno.test("the kernel examines a given covariance of 200 assets: singular ones pass, a negative eigenvalue is refused", () => {
  const order = 200;
  const rowsOf = (entry: (i: number, j: number) => number): number[][] =>
    Array.from({ length: order }, (_, i) => Array.from({ length: order }, (_, j) => entry(i, j)));
  const alike = rowsOf(() => 1);
  const without = rowsOf((i, j) => i === j && i < order - 1 ? 1 : 0);
  const torn = rowsOf((i, j) => i === j ? 1 : i + j === 2 * order - 3 && i + 1 >= order - 1 ? 1.001 : 0);
  for (const rows of [alike, without]) {
    assert.deepEqual(covarianceMatrixFaults(rows, order), []);
    assert.deepEqual(largeMatrixFaults(rows, kernels), []);
  }
  const assets = torn.map((_, i) => `A${i}`);
  assert.deepEqual(COVARIANCES.get("given")?.check?.({ assets, matrix: torn }, assets.map(assetId)), []);
  assert.deepEqual(COVARIANCES.get("given")?.examine?.({ assets, matrix: torn, repair: "nearest" }, kernels), []);
  assert.deepEqual(COVARIANCES.get("given")?.examine?.({ assets, matrix: torn }, kernels), [{
    pointer: "/matrix",
    detail: "The matrix must be positive semidefinite: its correlations have an eigenvalue of -0.001, " +
      "below the limit of -2e-8 that rounding may leave",
  }]);
});

Deno.test("a covariance refused for a negative eigenvalue names that of its correlations and the limit", () => {
  const detail = (rows: number[][]): string | undefined => covarianceMatrixFaults(rows, rows.length)[0]?.detail;
  const told = (eigenvalue: number, limit: number): string =>
    `The matrix must be positive semidefinite: its correlations have an eigenvalue of ${eigenvalue}, ` +
    `below the limit of ${limit} that rounding may leave`;
  assert.equal(detail([[1, 2], [2, 1]]), told(-1, -2e-10));
  assert.equal(detail([[1, 1 + 3e-10], [1 + 3e-10, 1]]), told(-3e-10, -2e-10));
  assert.equal(detail([[1, 1 + 1e-10], [1 + 1e-10, 1]]), undefined);
  // The test's covariance matrix has an eigenvalue of -1e-13. Beside the variance of 1 this would be rounding, but it
  // is a tenth of the variances of 1e-12.
  assert.equal(detail([[1, 0, 0], [0, 1e-12, 1.1e-12], [0, 1.1e-12, 1e-12]]), told(-0.1, -3e-10));
  const alike = Array.from({ length: 150 }, (_, i) => Array.from({ length: 150 }, (_, j) => i === j ? 1 : -0.01));
  assert.equal(detail(alike), told(-0.49, -1.5e-8));
});

Deno.test("a Gram matrix is accepted as a covariance, and refused with a correlation of 1.001", () => {
  const entry = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
  const factor = fc.array(fc.array(entry, { minLength: 6, maxLength: 6 }), { minLength: 3, maxLength: 3 });
  fc.assert(fc.property(factor, (rows) => {
    const gram = Array.from(
      { length: 6 },
      (_, i) => Array.from({ length: 6 }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)),
    );
    assert.deepEqual(covarianceMatrixFaults(gram, 6), []);
    fc.pre(gram[0][0] > 0 && gram[1][1] > 0);
    const beyond = gram.map((row) => [...row]);
    beyond[0][1] = beyond[1][0] = 1.001 * Math.sqrt(gram[0][0] * gram[1][1]);
    assert.equal(covarianceMatrixFaults(beyond, 6)[0]?.pointer, "");
  }));
});
