import { type RefusalCase, runs, VALID_MOMENTS, wholeRuns } from "./refusal_case.ts";

const ASSETS = ["ALPHA", "BETA", "GAMMA", "DELTA"];
const VALUES = { ALPHA: 0.01, BETA: 0.02, GAMMA: 0.03, DELTA: 0.04 };
const MATRIX = [[4, 1, 0, 0], [1, 4, 0, 0], [0, 0, 4, 1], [0, 0, 1, 4]];

function meanOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { expected_returns: { estimator: "given", ...changes } };
}

function matrixOf(matrix: unknown, assets: unknown = ASSETS): Readonly<Record<string, unknown>> {
  return { covariance: { estimator: "given", assets, matrix } };
}

/** A matrix with some rows replaced. */
function rowsOf(changes: Readonly<Record<number, unknown>>): readonly unknown[] {
  return MATRIX.map((row, i) => changes[i] ?? row);
}

function momentsOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...VALID_MOMENTS, moments: { ...Object(VALID_MOMENTS.moments), ...changes } };
}

/** Variances of 1, two assets correlated by 2: of many assets a worker has to find that this is no covariance. */
function largeMoments(order: number): Readonly<Record<string, unknown>> {
  const covariance = Array.from(
    { length: order },
    (_, i) => Array.from({ length: order }, (_, j) => i === j ? 1 : i + j === 1 ? 2 : 0),
  );
  const assets = covariance.map((_, i) => `ASSET${i}`);
  return momentsOf({ assets, expected_returns: assets.map(() => 0.001), covariance });
}

/** Estimators, and the caller's own estimates. */
export const estimatorRefusals: readonly RefusalCase[] = [
  ...runs("expected_returns", {
    "null": { expected_returns: null },
    "a text": { expected_returns: "ewma" },
    "without an estimator": { expected_returns: {} },
    "an estimator that is a number": { expected_returns: { estimator: 1 } },
    "an unknown estimator": { expected_returns: { estimator: "crystal_ball" } },
    "an estimator near a known one": { expected_returns: { estimator: "historical_means" } },
    "an estimator of covariance": { expected_returns: { estimator: "ledoit_wolf" } },
    "a parameter of one that has none": { expected_returns: { estimator: "historical_mean", decay: 0.9 } },
    "a decay of 0": { expected_returns: { estimator: "ewma", decay: 0 } },
    "a decay of 1": { expected_returns: { estimator: "ewma", decay: 1 } },
    "a decay that is a text": { expected_returns: { estimator: "ewma", decay: "0.94" } },
    "a decay that is null": { expected_returns: { estimator: "ewma", decay: null } },
    "a field near decay": { expected_returns: { estimator: "ewma", decai: 0.9 } },
    "given without values": meanOf({}),
    "given values that are a list": meanOf({ values: [0.01, 0.02] }),
    "a given value that is a text": meanOf({ values: { ...VALUES, BETA: "0.02" } }),
    "a given value beyond the largest number": meanOf({ values: { ...VALUES, BETA: -1e7 } }),
    "a given value missing": meanOf({ values: { ALPHA: 0.01, BETA: 0.02, GAMMA: 0.03 } }),
    "all given values missing": meanOf({ values: {} }),
    "a given value of an unknown asset": meanOf({ values: { ...VALUES, EPSILON: 0.05 } }),
  }),
  ...runs("covariance", {
    "null": { covariance: null },
    "a matrix": { covariance: MATRIX },
    "without an estimator": { covariance: { decay: 0.9 } },
    "an unknown estimator": { covariance: { estimator: "guess" } },
    "an estimator near a known one": { covariance: { estimator: "ledoit_wolff" } },
    "an estimator of expected returns": { covariance: { estimator: "historical_mean" } },
    "a parameter of sample": { covariance: { estimator: "sample", ddof: 0 } },
    "a parameter of ledoit_wolf": { covariance: { estimator: "ledoit_wolf", shrinkage: 0.1 } },
    "a decay above 1": { covariance: { estimator: "ewma", decay: 1.5 } },
    "a decay below 0": { covariance: { estimator: "ewma", decay: -0.5 } },
    "given without a matrix": { covariance: { estimator: "given", assets: ASSETS } },
    "given without assets": { covariance: { estimator: "given", matrix: MATRIX } },
    "given assets that are no list": matrixOf(MATRIX, { ALPHA: 0 }),
    "given assets with a number among them": matrixOf(MATRIX, ["ALPHA", "BETA", "GAMMA", 4]),
    "a given asset that is unknown": matrixOf(MATRIX, ["ALPHA", "BETA", "GAMMA", "EPSILON"]),
    "a given asset twice": matrixOf(MATRIX, ["ALPHA", "BETA", "GAMMA", "GAMMA"]),
    "given assets too few": matrixOf([[1, 0], [0, 1]], ["ALPHA", "BETA"]),
    "a given matrix that is a number": matrixOf(4),
    "a given row that is a number": matrixOf(rowsOf({ 2: 4 })),
    "a given entry that is a text": matrixOf(rowsOf({ 2: [0, 0, "4", 1] })),
    "a given entry that is null": matrixOf(rowsOf({ 2: [0, 0, null, 1] })),
    "a given entry beyond the largest product": matrixOf(rowsOf({ 2: [0, 0, 1e13, 1] })),
    "a given matrix without a row": matrixOf(MATRIX.slice(1)),
    "a given row too short": matrixOf(rowsOf({ 2: [0, 0, 4] })),
    "a given variance below 0": matrixOf(rowsOf({ 2: [0, 0, -4, 1] })),
    "a given matrix that is not symmetric": matrixOf(rowsOf({ 2: [0, 0.5, 4, 1] })),
    "a given matrix with a negative eigenvalue": matrixOf([[1, 2, 0, 0], [2, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
    "a given covariance without a variance": matrixOf([[0, 1, 0, 0], [1, 4, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
  }),
  ...wholeRuns("moments", {
    "null": { ...VALID_MOMENTS, moments: null },
    "a list": { ...VALID_MOMENTS, moments: [] },
    "an empty object": { ...VALID_MOMENTS, moments: {} },
    "an unknown field": momentsOf({ mean: [0, 0] }),
    "a field near covariance": momentsOf({ covariances: [[1, 0], [0, 1]] }),
    "no asset": momentsOf({ assets: [], expected_returns: [], covariance: [] }),
    "an asset that is a number": momentsOf({ assets: ["ALPHA", 2] }),
    "an asset twice": momentsOf({ assets: ["ALPHA", "ALPHA"] }),
    "an asset without a name": momentsOf({ assets: ["ALPHA", " "] }),
    "an asset with a line break in its name": momentsOf({ assets: ["ALPHA", "BE\nTA"] }),
    "one expected return too few": momentsOf({ expected_returns: [0.001] }),
    "an expected return that is a text": momentsOf({ expected_returns: [0.001, "0.002"] }),
    "an expected return that is null": momentsOf({ expected_returns: [null, 0.002] }),
    "an expected return beyond the largest number": momentsOf({ expected_returns: [0.001, 1e8] }),
    "a row of the covariance too few": momentsOf({ covariance: [[0.01, 0.001]] }),
    "an entry of the covariance too many": momentsOf({ covariance: [[0.01, 0.001, 0], [0.001, 0.02]] }),
    "a covariance that is a text": momentsOf({ covariance: "diagonal" }),
    "a variance below 0": momentsOf({ covariance: [[-0.01, 0], [0, 0.02]] }),
    "a covariance that is not symmetric": momentsOf({ covariance: [[0.01, 0.002], [0.001, 0.02]] }),
    "a covariance with a negative eigenvalue": momentsOf({ covariance: [[0.01, 0.1], [0.1, 0.02]] }),
    "a large covariance with a negative eigenvalue": largeMoments(160),
    "180 entries that are no numbers, of which 100 faults are told": momentsOf({
      covariance: Array.from({ length: 3 }, () => Array(60).fill("x")),
    }),
    "expected returns beside them": { ...VALID_MOMENTS, expected_returns: { estimator: "historical_mean" } },
    "a covariance beside them": { ...VALID_MOMENTS, covariance: { estimator: "sample" } },
    "a start": { ...VALID_MOMENTS, start_date: "2024-01-01" },
    "an end": { ...VALID_MOMENTS, end_date: "2024-01-01" },
    "a start after the end": { ...VALID_MOMENTS, start_date: "2024-01-02", end_date: "2024-01-01" },
    "a backtest": { ...VALID_MOMENTS, rolling_backtest: {} },
    "a simulation that draws from a history": { ...VALID_MOMENTS, monte_carlo: { model: "bootstrap" } },
  }),
];
