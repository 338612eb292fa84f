// Models of the return of the whole portfolio, one number per path and step: normal, Student t of the same variance, or
// rows of the portfolio's own history.
import { chiSquareStarts, growth, mainStarts } from "./group";
import { drawRows, rowOf } from "./rows";
import { at } from "../memory";
import { fillChiSquares } from "../random/chi_square";
import { fillNormals, LANES, ROW } from "../random/lanes";

let mean: f64 = 0;
let deviation: f64 = 0;
/** Degrees of freedom of a Student t distribution, or 0 for a normal distribution. */
let degreesOfFreedom: f64 = 0;
let history: usize = 0;

/** Factors that turn normal numbers into Student t numbers: CHUNK rows (simulation steps) of eight paths. */
export const heaviness: usize = memory.data(64 * 64, 16);

/**
 * Sets mean and deviation of the portfolio's normal model. freedom: degrees of freedom of a Student t with that
 * deviation, above 2; 0 for a normal.
 */
export function choosePortfolioNormal(m: f64, s: f64, freedom: f64): void {
  mean = m;
  deviation = s;
  degreesOfFreedom = freedom;
}

/** Sets the history from which the portfolio's returns are drawn: the portfolio return in each row. */
export function choosePortfolioRows(returns: usize): void {
  history = returns;
}

/**
 * Draws the portfolio's growth factors 1 + m + s z of the steps `from` to `to`, at most CHUNK, with mean m, deviation s
 * and random z.
 */
export function growNormally(from: i32, to: i32): void {
  fillNormals(mainStarts, from, to - from, growth);
  if (degreesOfFreedom > 0) fatten(from, to);
  const base = f64x2.splat(1 + mean), scale = f64x2.splat(deviation);
  for (let at = growth, end = growth + <usize> (to - from) * ROW; at < end; at += 16) {
    v128.store(at, f64x2.add(base, f64x2.mul(scale, v128.load(at))));
  }
}

/**
 * Turns normal numbers z into Student t numbers z √((ν - 2) / χ²_ν), which have variance 1, for ν degrees of freedom.
 */
function fatten(from: i32, to: i32): void {
  drawHeaviness(from, to, degreesOfFreedom);
  for (let k: usize = 0, end = <usize> (to - from) * ROW; k < end; k += 16) {
    v128.store(growth + k, f64x2.mul(v128.load(growth + k), v128.load(heaviness + k)));
  }
}

/**
 * Writes the factors √((ν - 2) / χ²_ν) of Student t numbers, for ν degrees of freedom, for each path at the steps
 * `from` to `to`, at most CHUNK, as rows at `heaviness`.
 */
export function drawHeaviness(from: i32, to: i32, freedom: f64): void {
  fillChiSquares(chiSquareStarts, from, to - from, freedom, heaviness);
  const scale = f64x2.splat(freedom - 2);
  for (let at = heaviness, end = heaviness + <usize> (to - from) * ROW; at < end; at += 16) {
    v128.store(at, f64x2.sqrt(f64x2.div(scale, v128.load(at))));
  }
}

/** Takes the portfolio's growth factors of the steps from randomly drawn rows of the history. */
export function growByRows(from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    drawRows(t);
    const row = growth + <usize> (t - from) * ROW;
    for (let lane = 0; lane < LANES; lane++) store<f64>(at(row, lane), 1 + load<f64>(at(history, rowOf(lane))));
  }
}
