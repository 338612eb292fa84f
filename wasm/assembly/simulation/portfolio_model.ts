// Models of the return of the whole portfolio, one number a path and step: normal, Student t of the same variance, or
// rows of its own history.
import { chiSquareStarts, growth, mainStarts } from "./group";
import { drawRows, rowOf } from "./rows";
import { at } from "../memory";
import { fillChiSquares } from "../random/chi_square";
import { fillNormals, LANES, ROW } from "../random/lanes";

let mean: f64 = 0;
let deviation: f64 = 0;
/** 0 for a normal. */
let degreesOfFreedom: f64 = 0;
let history: usize = 0;

/** CHUNK rows of eight. */
export const heaviness: usize = memory.data(64 * 64, 16);

/** freedom: of a Student t scaled to the deviation, above 2; 0 for a normal. */
export function choosePortfolioNormal(m: f64, s: f64, freedom: f64): void {
  mean = m;
  deviation = s;
  degreesOfFreedom = freedom;
}

/** returns: those of the portfolio in each row. */
export function choosePortfolioRows(returns: usize): void {
  history = returns;
}

/** Growth factors 1 + m + s z of steps `from` to `to`, at most CHUNK. */
export function growNormally(from: i32, to: i32): void {
  fillNormals(mainStarts, from, to - from, growth);
  if (degreesOfFreedom > 0) fatten(from, to);
  const base = f64x2.splat(1 + mean), scale = f64x2.splat(deviation);
  for (let at = growth, end = growth + <usize> (to - from) * ROW; at < end; at += 16) {
    v128.store(at, f64x2.add(base, f64x2.mul(scale, v128.load(at))));
  }
}

/** z √((ν - 2) / χ²_ν) has variance 1. */
function fatten(from: i32, to: i32): void {
  drawHeaviness(from, to, degreesOfFreedom);
  for (let k: usize = 0, end = <usize> (to - from) * ROW; k < end; k += 16) {
    v128.store(growth + k, f64x2.mul(v128.load(growth + k), v128.load(heaviness + k)));
  }
}

/** √((ν - 2) / χ²_ν) of the lanes at steps `from` to `to`, at most CHUNK: rows at `heaviness`. */
export function drawHeaviness(from: i32, to: i32, freedom: f64): void {
  fillChiSquares(chiSquareStarts, from, to - from, freedom, heaviness);
  const scale = f64x2.splat(freedom - 2);
  for (let at = heaviness, end = heaviness + <usize> (to - from) * ROW; at < end; at += 16) {
    v128.store(at, f64x2.sqrt(f64x2.div(scale, v128.load(at))));
  }
}

/** Growth factors of the rows drawn. */
export function growByRows(from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    drawRows(t);
    const row = growth + <usize> (t - from) * ROW;
    for (let lane = 0; lane < LANES; lane++) store<f64>(at(row, lane), 1 + load<f64>(at(history, rowOf(lane))));
  }
}
