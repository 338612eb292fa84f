import { DATES, days, type RefusalCase, runs, VALID_MOMENTS, VALID_STOCKS, wholeRuns } from "./refusal_case.ts";

const ASSETS = ["ALPHA", "BETA", "GAMMA", "DELTA"];
const VALUES = { ALPHA: 0.01, BETA: 0.02, GAMMA: 0.03, DELTA: 0.04 };
const MATRIX = [[4, 1, 0, 0], [1, 4, 0, 0], [0, 0, 4, 1], [0, 0, 1, 4]];

function meanOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { expected_returns: { estimator: "given", ...changes } };
}

function matrixOf(matrix: unknown, assets: unknown = ASSETS): Readonly<Record<string, unknown>> {
  return { covariance: { estimator: "given", assets, matrix } };
}

/** Test helper. Returns the test covariance matrix with some rows replaced. */
function rowsOf(changes: Readonly<Record<number, unknown>>): readonly unknown[] {
  return MATRIX.map((row, i) => changes[i] ?? row);
}

function momentsOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...VALID_MOMENTS, moments: { ...Object(VALID_MOMENTS.moments), ...changes } };
}

const MARKET = { ALPHA: 4, BETA: 3, GAMMA: 2, DELTA: 1 };

/** Returns the request fields for Black-Litterman expected returns with the given views. */
function viewsOf(...views: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { expected_returns: { estimator: "black_litterman", market_weights: MARKET, views } };
}

function equilibriumOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { expected_returns: { estimator: "shrunk_equilibrium", market_weights: MARKET, ...changes } };
}

/** Test helper. Returns a series of oscillating returns for the factor with the given number. */
function returnsOf(factor: number, rows: number = DATES.length): number[] {
  return Array.from({ length: rows }, (_, row) => (row * (5 * factor + 3) % 7 - 3) / 1000);
}

function factorsOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const factors = { dates: DATES, series: { VALUE: returnsOf(0), SIZE: returnsOf(1) }, ...changes };
  return { covariance: { estimator: "factor_model", factors } };
}

/**
 * Test helper. Returns moments whose matrix is no covariance matrix: variances of 1, and two assets with a covariance
 * of 2. With many assets only a worker detects this.
 */
function largeMoments(order: number): Readonly<Record<string, unknown>> {
  const covariance = Array.from(
    { length: order },
    (_, i) => Array.from({ length: order }, (_, j) => i === j ? 1 : i + j === 1 ? 2 : 0),
  );
  const assets = covariance.map((_, i) => `ASSET${i}`);
  return momentsOf({ assets, expected_returns: assets.map(() => 0.001), covariance });
}

/** Test cases of requests that the service must refuse, about estimators and about the caller's own estimates. */
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
    "a parameter of james_stein": { expected_returns: { estimator: "james_stein", shrinkage: 0.5 } },
    "capm without a benchmark": { expected_returns: { estimator: "capm" } },
    "capm without a benchmark, of listed assets": {
      ...VALID_STOCKS,
      prices: undefined,
      expected_returns: { estimator: "capm" },
    },
    "capm with a benchmark that never moves": {
      expected_returns: { estimator: "capm" },
      benchmark: { prices: DATES.map(() => 100) },
    },
    "a market that is not there": { expected_returns: { estimator: "shrunk_equilibrium" } },
    "a market that is a list": equilibriumOf({ market_weights: [1, 2] }),
    "a market of nothing": equilibriumOf({ market_weights: {} }),
    "market weights that sum to 0": equilibriumOf({ market_weights: { ALPHA: 0, BETA: 0 } }),
    "a market weight below 0": equilibriumOf({ market_weights: { ...MARKET, BETA: -1 } }),
    "a market weight that is a text": equilibriumOf({ market_weights: { ...MARKET, BETA: "1" } }),
    "a market weight of an unknown asset": equilibriumOf({ market_weights: { ...MARKET, EPSILON: 1 } }),
    "a shrinkage above 1": equilibriumOf({ shrinkage: 1.01 }),
    "a shrinkage below 0": equilibriumOf({ shrinkage: -0.01 }),
    "a shrinkage that is a text": equilibriumOf({ shrinkage: "half" }),
    "a risk aversion of 0": equilibriumOf({ risk_aversion: 0 }),
    "a risk aversion beyond the largest number": equilibriumOf({ risk_aversion: 1e7 }),
    "views of shrunk_equilibrium": equilibriumOf({ views: [] }),
    "a tau of 0": { expected_returns: { estimator: "black_litterman", market_weights: MARKET, tau: 0 } },
    "a tau above 1": { expected_returns: { estimator: "black_litterman", market_weights: MARKET, tau: 1.5 } },
    "a posterior covariance without views": {
      expected_returns: { estimator: "black_litterman", market_weights: MARKET, posterior_covariance: true },
    },
    "a posterior covariance that is a text": {
      expected_returns: { estimator: "black_litterman", market_weights: MARKET, posterior_covariance: "yes" },
    },
    "a posterior covariance of shrunk_equilibrium": equilibriumOf({ posterior_covariance: true }),
    "views that are an object": {
      expected_returns: { estimator: "black_litterman", market_weights: MARKET, views: {} },
    },
    "a view that is a number": viewsOf(0.1),
    "a view without a return": viewsOf({ assets: { ALPHA: 1 }, confidence: 0.5 }),
    "a view without a confidence": viewsOf({ assets: { ALPHA: 1 }, return: 0.1 }),
    "a view without assets": viewsOf({ return: 0.1, confidence: 0.5 }),
    "a view with a field near confidence": viewsOf({ assets: { ALPHA: 1 }, return: 0.1, confidense: 0.5 }),
    "a confidence above 1": viewsOf({ assets: { ALPHA: 1 }, return: 0.1, confidence: 1.5 }),
    "a confidence below 0": viewsOf({ assets: { ALPHA: 1 }, return: 0.1, confidence: -0.5 }),
    "a view on an unknown asset": viewsOf({ assets: { EPSILON: 1 }, return: 0.1, confidence: 0.5 }),
    "a view whose loadings are all 0": viewsOf({ assets: { ALPHA: 0, BETA: 0 }, return: 0.1, confidence: 0.5 }),
    "a loading that is a text": viewsOf({ assets: { ALPHA: "1" }, return: 0.1, confidence: 0.5 }),
    "certain views that contradict each other": viewsOf(
      { assets: { ALPHA: 1 }, return: 0.1, confidence: 1 },
      { assets: { ALPHA: 2 }, return: 0.3, confidence: 1 },
    ),
    "101 views": viewsOf(
      ...Array.from({ length: 101 }, () => ({ assets: { ALPHA: 1 }, return: 0.1, confidence: 0.5 })),
    ),
    "factors of expected returns": { expected_returns: { estimator: "capm", factors: { dates: DATES, series: {} } } },
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
    "a parameter of oas": { covariance: { estimator: "oas", shrinkage: 0.1 } },
    "a parameter of denoised": { covariance: { estimator: "denoised", kernel: "gaussian" } },
    "a parameter of detoned": { covariance: { estimator: "detoned", components: 2 } },
    "a parameter of constant correlation": {
      covariance: { estimator: "ledoit_wolf_constant_correlation", decay: 0.9 },
    },
    "a threshold of 0": { covariance: { estimator: "gerber", threshold: 0 } },
    "a threshold of 1": { covariance: { estimator: "gerber", threshold: 1 } },
    "a threshold that is a text": { covariance: { estimator: "gerber", threshold: "0.5" } },
    "a target that is null": { covariance: { estimator: "semi", target: null } },
    "a target beyond the largest number": { covariance: { estimator: "semi", target: 1e7 } },
    "a factor model without factors or a benchmark": { covariance: { estimator: "factor_model" } },
    "a factor model with a benchmark that never moves": {
      covariance: { estimator: "factor_model" },
      benchmark: { prices: DATES.map(() => 100) },
    },
    "factors that are a list": { covariance: { estimator: "factor_model", factors: [0.1] } },
    "factors without dates": factorsOf({ dates: undefined }),
    "factors without series": factorsOf({ series: undefined }),
    "factors with a field near series": factorsOf({ serie: {} }),
    "no factor": factorsOf({ series: {} }),
    "a factor that is a number": factorsOf({ series: { VALUE: 0.1 } }),
    "a return of a factor that is null": factorsOf({ series: { VALUE: [null, ...returnsOf(0).slice(1)] } }),
    "a return of a factor in percent": factorsOf({ series: { VALUE: [-5.2, ...returnsOf(0).slice(1)] } }),
    "a factor of fewer returns than dates": factorsOf({ series: { VALUE: returnsOf(0, 29) } }),
    "factors with a date that is none": factorsOf({ dates: [...DATES.slice(1), "2024-02-30"] }),
    "factors with a date twice": factorsOf({ dates: [DATES[0], ...DATES.slice(0, -1)] }),
    "factors with dates that fall": factorsOf({ dates: DATES.toReversed() }),
    "factors on other dates": factorsOf({ dates: days(90).slice(60) }),
    "factors that lack the last dates": factorsOf({
      dates: DATES.slice(0, 20),
      series: { VALUE: returnsOf(0, 20), SIZE: returnsOf(1, 20) },
    }),
    "factors of two rows": factorsOf({ dates: DATES.slice(0, 2), series: { VALUE: [0.1, 0.2] } }),
    "a factor that never moves": factorsOf({ series: { VALUE: returnsOf(0), SIZE: DATES.map(() => 0.001) } }),
    "a factor that never moves on the dates of the run": {
      ...factorsOf({ series: { VALUE: returnsOf(0), SIZE: DATES.map((_, row) => row < 10 ? row / 1000 : 0.001) } }),
      start_date: DATES[12],
    },
    "factors equal to one another": factorsOf({ series: { VALUE: returnsOf(0), SIZE: returnsOf(0) } }),
    "factors that follow from one another": factorsOf({
      series: { VALUE: returnsOf(0), SIZE: returnsOf(0).map((value) => 2 * value + 0.001) },
    }),
    "more factors than the returns of the run explain": {
      ...factorsOf({ series: Object.fromEntries([0, 1, 2, 3].map((k) => [`F${k}`, returnsOf(k)])) }),
      start_date: DATES[25],
    },
    "101 factors": factorsOf({
      series: Object.fromEntries(Array.from({ length: 101 }, (_, k) => [`F${k}`, returnsOf(k)])),
    }),
    "a factor without a name": factorsOf({ series: { " ": returnsOf(0) } }),
    "factors of another estimator": { covariance: { estimator: "oas", factors: { dates: DATES, series: {} } } },
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
    "a repair of another kind": {
      covariance: { estimator: "given", assets: ASSETS, matrix: MATRIX, repair: "shrink" },
    },
    "a matrix that is not symmetric, to be repaired": {
      covariance: { estimator: "given", assets: ASSETS, matrix: rowsOf({ 2: [0, 0.5, 4, 1] }), repair: "nearest" },
    },
    "a repair of an estimate": { covariance: { estimator: "sample", repair: "clip" } },
    "a given covariance without a variance": matrixOf([[0, 1, 0, 0], [1, 4, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
  }),
  ...wholeRuns("moments", {
    "null": { ...VALID_MOMENTS, moments: null },
    "a repair of another kind": momentsOf({ repair: true }),
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
    "an estimator of a history beside them": { ...VALID_MOMENTS, covariance: { estimator: "denoised" } },
    "an estimator of the covariance beside them": {
      ...VALID_MOMENTS,
      expected_returns: { estimator: "black_litterman", market_weights: { ALPHA: 1, BETA: 1 } },
    },
    "a start": { ...VALID_MOMENTS, start_date: "2024-01-01" },
    "an end": { ...VALID_MOMENTS, end_date: "2024-01-01" },
    "a start after the end": { ...VALID_MOMENTS, start_date: "2024-01-02", end_date: "2024-01-01" },
    "a backtest": { ...VALID_MOMENTS, rolling_backtest: {} },
    "a simulation that draws from a history": { ...VALID_MOMENTS, monte_carlo: { model: "bootstrap" } },
  }),
];
