// Models of the returns of every asset, for weights that drift between rebalances: normal or Student t by a factor of
// the covariance, rows of the history, or filtered historical simulation. The last gives each asset the GARCH(1,1)
// variance h' = ω + α e² + β h, driven by e = z √h, with the residuals z of all assets from one row. Holdings are in
// units of the portfolio value at the last rebalance. The rest of the weights is cash, which earns nothing. The growth
// factor of an asset is at least 0. The growth factor of a step is the ratio of portfolio values; a portfolio without
// value does not grow. Values and variances are limited to LARGEST, so that every result is a number.
// Reference: Barone-Adesi, Giannopoulos, Vosper (1999), VaR without correlations for portfolios of derivative
// securities.
import { shouldStop } from "../host";
import { growth, LARGEST, mainStarts } from "./group";
import { drawHeaviness, heaviness } from "./portfolio_model";
import { drawRows, rowOf } from "./rows";
import { allocate, at, get, set } from "../memory";
import { Status } from "../status";
import { AssetNormalArguments, FilteredArguments } from "./asset_arguments";
import { fillNormals, LANES, ROW } from "../random/lanes";

/** Number of simulated assets, which is even. The caller adds an asset without weight where needed. */
let n: i32 = 0;
let weights: usize = 0;
let cash: f64 = 0;
let rebalance: i32 = 0;

/** Fields of the normal model of asset returns, as in its arguments, except that 1 is added to the mean returns. */
let baseGrowth: usize = 0;
let factor: usize = 0;
let rank: i32 = 0;
let triangular: bool = false;
let degreesOfFreedom: f64 = 0;
let normals: usize = 0;

/** Rows of the history from which simulated paths draw: growth factors, or residuals. */
let history: usize = 0;
/**
 * Fields of filtered historical simulation, n each: the GARCH parameters ω, α, β, and the variance of the first step.
 */
let omega: usize = 0;
let alpha: usize = 0;
let beta: usize = 0;
let firstVariance: usize = 0;

/**
 * Holdings and variances of the simulated assets on eight paths. Holdings are n × 8 in the normal model and 8 × n in
 * the others.
 */
let holdings: usize = 0;
let variances: usize = 0;
/** Portfolio value of each of the eight simulated paths. */
const values: usize = memory.data(64, 16);

/**
 * Sets the weights and the rebalancing of the simulated portfolio. target: `count` weights (even). outside: weight of
 * cash. periods: steps between rebalances, 0 for never.
 */
export function chooseAssets(count: i32, target: usize, outside: f64, periods: i32): Status {
  n = count;
  weights = target;
  cash = outside;
  rebalance = periods;
  holdings = allocate(<usize> n * ROW);
  return holdings != 0 ? Status.DONE : Status.OUT_OF_MEMORY;
}

export function chooseAssetNormals(given: AssetNormalArguments): Status {
  takeMeans(given.means);
  factor = given.factor;
  rank = given.rank;
  triangular = given.isTriangular != 0;
  degreesOfFreedom = given.degreesOfFreedom;
  normals = allocate(<usize> rank * ROW);
  return normals != 0 ? Status.DONE : Status.OUT_OF_MEMORY;
}

/** Sets the history of growth factors of all assets, T × n, none below 0. */
export function chooseAssetRows(growthFactors: usize): void {
  history = growthFactors;
}

export function chooseFiltered(given: FilteredArguments): Status {
  history = given.residuals;
  takeMeans(given.means);
  omega = given.omega;
  alpha = given.alpha;
  beta = given.beta;
  firstVariance = given.firstVariance;
  variances = allocate(<usize> n * ROW);
  return variances != 0 ? Status.DONE : Status.OUT_OF_MEMORY;
}

function takeMeans(means: usize): void {
  baseGrowth = means;
  for (let i = 0; i < n; i++) set(baseGrowth, i, 1 + get(baseGrowth, i));
}

/**
 * Draws the portfolio's growth factors of simulation steps by the normal model of asset returns. Returns false when
 * stopped.
 */
export function growAssetsNormally(from: i32, to: i32): bool {
  for (let t = from; t < to; t++) {
    if (isHeavy() && shouldStop()) return false;
    if (restores(t)) buyAcross();
    fillNormals(mainStarts, <i64> t * rank, rank, normals);
    if (degreesOfFreedom > 0) fattenAll(t);
    move(growth + <usize> (t - from) * ROW);
  }
  return true;
}

/** Draws the portfolio's growth factors of simulation steps from rows of the history. Returns false when stopped. */
export function growAssetsByRows(from: i32, to: i32): bool {
  for (let t = from; t < to; t++) {
    if (isHeavy() && shouldStop()) return false;
    if (restores(t)) buyAlong();
    drawRows(t);
    const row = growth + <usize> (t - from) * ROW;
    for (let lane = 0; lane < LANES; lane++) {
      const holding = at(holdings, lane * n), factors = at(history, rowOf(lane) * n);
      let sum = f64x2.splat(0);
      for (let i: usize = 0, end = <usize> n << 3; i < end; i += 16) {
        const h = f64x2.mul(v128.load(holding + i), v128.load(factors + i));
        v128.store(holding + i, h);
        sum = f64x2.add(sum, h);
      }
      settle(lane, at(row, lane), sumOf(sum));
    }
  }
  return true;
}

/**
 * Draws the portfolio's growth factors of simulation steps by filtered historical simulation. Returns false when
 * stopped.
 */
export function growFiltered(from: i32, to: i32): bool {
  for (let t = from; t < to; t++) {
    if (isHeavy() && shouldStop()) return false;
    if (restores(t)) buyAlong();
    if (t == 0) resetVariances();
    drawRows(t);
    const row = growth + <usize> (t - from) * ROW;
    for (let lane = 0; lane < LANES; lane++) {
      settle(
        lane,
        at(row, lane),
        filterLane(at(holdings, lane * n), at(variances, lane * n), at(history, rowOf(lane) * n)),
      );
    }
  }
  return true;
}

/**
 * Applies a row of residuals to the holdings and GARCH variances of a simulated path. Returns the sum of its holdings.
 */
function filterLane(holding: usize, variance: usize, residuals: usize): f64 {
  const zero = f64x2.splat(0), largest = f64x2.splat(LARGEST);
  let sum = zero;
  for (let i: usize = 0, end = <usize> n << 3; i < end; i += 16) {
    const v = v128.load(variance + i);
    const e = f64x2.mul(f64x2.sqrt(v), v128.load(residuals + i));
    const h = f64x2.mul(v128.load(holding + i), f64x2.pmax(zero, f64x2.add(v128.load(baseGrowth + i), e)));
    v128.store(holding + i, h);
    sum = f64x2.add(sum, h);
    const shock = f64x2.mul(v128.load(alpha + i), f64x2.mul(e, e));
    const next = f64x2.add(f64x2.add(v128.load(omega + i), shock), f64x2.mul(v128.load(beta + i), v));
    v128.store(variance + i, f64x2.pmin(largest, next));
  }
  return sumOf(sum);
}

function resetVariances(): void {
  for (let lane = 0; lane < LANES; lane++) memory.copy(at(variances, lane * n), firstVariance, <usize> n << 3);
}

/**
 * Updates the holdings h of all eight simulated paths by the normal model, two assets at a time: h_i max(0, 1 + m_i +
 * Σ_j F_ij z_j), with means m, covariance factor F and normal numbers z. Writes the growth factors of the portfolio
 * values.
 */
function move(out: usize): void {
  let v0 = f64x2.splat(cash), v1 = v0, v2 = v0, v3 = v0;
  const stride = <usize> rank << 3;
  for (let i = 0; i < n; i += 2) {
    const upper = v128.load64_splat(at(baseGrowth, i)), lower = v128.load64_splat(at(baseGrowth, i + 1));
    let a0 = upper, a1 = upper, a2 = upper, a3 = upper, b0 = lower, b1 = lower, b2 = lower, b3 = lower;
    let f = at(factor, i * rank), z = normals;
    const end = f + (<usize> (triangular ? min(i + 2, rank) : rank) << 3);
    for (; f < end; f += 8, z += ROW) {
      const p = v128.load64_splat(f), q = v128.load64_splat(f + stride);
      const z0 = v128.load(z), z1 = v128.load(z, 16), z2 = v128.load(z, 32), z3 = v128.load(z, 48);
      a0 = f64x2.add(a0, f64x2.mul(p, z0));
      a1 = f64x2.add(a1, f64x2.mul(p, z1));
      a2 = f64x2.add(a2, f64x2.mul(p, z2));
      a3 = f64x2.add(a3, f64x2.mul(p, z3));
      b0 = f64x2.add(b0, f64x2.mul(q, z0));
      b1 = f64x2.add(b1, f64x2.mul(q, z1));
      b2 = f64x2.add(b2, f64x2.mul(q, z2));
      b3 = f64x2.add(b3, f64x2.mul(q, z3));
    }
    const holding = holdings + <usize> i * ROW;
    v0 = f64x2.add(v0, f64x2.add(growHolding(holding, a0), growHolding(holding + ROW, b0)));
    v1 = f64x2.add(v1, f64x2.add(growHolding(holding + 16, a1), growHolding(holding + ROW + 16, b1)));
    v2 = f64x2.add(v2, f64x2.add(growHolding(holding + 32, a2), growHolding(holding + ROW + 32, b2)));
    v3 = f64x2.add(v3, f64x2.add(growHolding(holding + 48, a3), growHolding(holding + ROW + 48, b3)));
  }
  ratio(0, v0, out);
  ratio(16, v1, out + 16);
  ratio(32, v2, out + 32);
  ratio(48, v3, out + 48);
}

/** Multiplies two simulated holdings by growth factors, where negative factors count as 0. Returns the new holdings. */
@inline
function growHolding(holding: usize, factors: v128): v128 {
  const value = f64x2.mul(f64x2.pmax(f64x2.splat(0), factors), v128.load(holding));
  v128.store(holding, value);
  return value;
}

/**
 * Writes the growth factor of two paths, the ratio of the new to the old portfolio value, or 0 where the old value was
 * 0, and stores the new value.
 */
function ratio(lanes: usize, sum: v128, out: usize): void {
  const value = f64x2.pmin(f64x2.splat(LARGEST), sum);
  const old = v128.load(values + lanes);
  v128.store(out, v128.and(f64x2.div(value, old), f64x2.gt(old, f64x2.splat(0))));
  v128.store(values + lanes, value);
}

function settle(lane: i32, out: usize, sum: f64): void {
  const old = load<f64>(at(values, lane)), whole = sum + cash, value = whole < LARGEST ? whole : LARGEST;
  store<f64>(out, old > 0 ? value / old : 0);
  store<f64>(at(values, lane), value);
}

function sumOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** Whether simulation step t begins with a rebalance to the target weights. */
function restores(t: i32): bool {
  return t == 0 || (rebalance > 0 && t % rebalance == 0);
}

function buyAcross(): void {
  for (let i = 0; i < n; i++) {
    const weight = v128.load64_splat(at(weights, i)), to = holdings + <usize> i * ROW;
    for (let lane: usize = 0; lane < ROW; lane += 16) v128.store(to + lane, weight);
  }
  resetValues();
}

function buyAlong(): void {
  for (let lane = 0; lane < LANES; lane++) memory.copy(at(holdings, lane * n), weights, <usize> n << 3);
  resetValues();
}

/**
 * Sets the portfolio values of the simulated paths to 1, because holdings count in units of the value at a rebalance.
 */
function resetValues(): void {
  for (let lane = 0; lane < LANES; lane++) store<f64>(at(values, lane), 1);
}

/**
 * Turns the normal numbers of each simulated path into Student t numbers with variance 1. All assets of a path share
 * one factor.
 */
function fattenAll(t: i32): void {
  drawHeaviness(t, t + 1, degreesOfFreedom);
  for (let lanes: usize = 0; lanes < ROW; lanes += 16) {
    const scale = v128.load(heaviness + lanes);
    for (let z = normals + lanes, end = z + <usize> rank * ROW; z < end; z += ROW) {
      v128.store(z, f64x2.mul(scale, v128.load(z)));
    }
  }
}

/** Whether a simulation step takes so long, with many assets, that the stop flag is checked in every step. */
function isHeavy(): bool {
  return n >= 64;
}
