// min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper, dense. A warm start's active set is tried first;
// else an interior point finds the set, and the equality-constrained program of the set gives the point and the
// multipliers to rounding.
import { allocate } from "../memory";
import { DONE, OUT_OF_MEMORY } from "../status";
import * as program from "./program";
import * as guess from "./active_set";
import * as interior from "./interior_point";
import { prepareSaddle } from "./saddle_factor";

const ITERATION_LIMIT: i32 = -1;
const INFEASIBLE: i32 = -2;
const UNBOUNDED: i32 = -3;
const WARM_ROUNDS: i32 = 24;
const FINAL_ROUNDS: i32 = 6;
const FINAL_STEPS: i32 = 60;
/** An answer this close to the optimum, relative, counts as one where rounding bars the last digits. */
const ACCEPTED: f64 = 1e-8;

let iterations: i32 = 0;

export function quadraticIterations(): i32 {
  return iterations;
}

/**
 * Row-major matrices; x, v: n doubles; y: one multiplier for each row of A, then of G; states: n + rows of G i32, the
 * warm start where `warm`, and the answer's active set. 0 optimal; 1 stopped; 2 no memory; -1 iteration limit; -2
 * infeasible, the certificate in y and v; -3 unbounded, the direction in x.
 */
export function solveQuadratic(
  n: i32,
  P: usize,
  q: usize,
  equalities: i32,
  A: usize,
  b: usize,
  inequalities: i32,
  G: usize,
  l: usize,
  u: usize,
  lower: usize,
  upper: usize,
  warm: i32,
  tolerance: f64,
  x: usize,
  y: usize,
  v: usize,
  states: usize,
): i32 {
  iterations = 0;
  memory.fill(x, 0, <usize> n << 3);
  memory.fill(v, 0, <usize> n << 3);
  memory.fill(y, 0, <usize> (equalities + inequalities) << 3);
  let status = program.loadProgram(n, P, q, equalities, A, b, inequalities, G, l, u, lower, upper);
  if (status != DONE) return status;
  if (prepareSaddle() != DONE || guess.prepareActiveSet() != DONE) return OUT_OF_MEMORY;
  if (warm != 0) {
    startFrom(states, equalities);
    status = guess.finish(WARM_ROUNDS, 0);
    if (status > 0) return status;
    iterations = guess.rounds;
    if (guess.error <= 0.1 * tolerance) return report(x, y, v, states, equalities, inequalities, lower, upper);
  }
  if (interior.prepareInteriorPoint() != DONE) return OUT_OF_MEMORY;
  status = interior.runInteriorPoint();
  iterations += interior.iterations;
  if (status > 0) return status;
  if (status == INFEASIBLE) return reportInfeasible(y, v);
  if (status == UNBOUNDED) return reportUnbounded(x);
  takeInterior();
  const before = guess.rounds;
  status = guess.finish(FINAL_ROUNDS, FINAL_STEPS);
  if (status > 0) return status;
  iterations += guess.rounds - before;
  report(x, y, v, states, equalities, inequalities, lower, upper);
  return guess.error <= max(ACCEPTED, tolerance) ? DONE : ITERATION_LIMIT;
}

/** A state that names an infinite limit counts as free. */
function startFrom(states: usize, equalities: i32): void {
  memory.fill(guess.y, 0, <usize> program.m << 3);
  for (let j = 0; j < program.n; j++) {
    const low = program.get(program.lower, j), high = program.get(program.upper, j);
    program.setId(guess.boundStates, j, legal(program.getId(states, j), low, high));
    program.set(guess.x, j, max(low, min(high, 0)));
  }
  for (let i = 0; i < program.m; i++) {
    const given = program.getId(program.origin, i);
    const state = given < equalities ? 1 : program.getId(states, program.n + given - equalities);
    program.setId(guess.rowStates, i, legal(state, program.get(program.rowLower, i), program.get(program.rowUpper, i)));
  }
}

function legal(state: i32, low: f64, high: f64): i32 {
  if (low == high) return state == 0 ? 1 : state;
  if (state < 0) return low > -Infinity ? -1 : 0;
  return state > 0 && high < Infinity ? 1 : 0;
}

/** A limit is taken as active where its multiplier is larger than its slack. */
function takeInterior(): void {
  memory.copy(guess.x, interior.x, <usize> program.n << 3);
  memory.copy(guess.y, interior.y, <usize> program.m << 3);
  for (let j = 0; j < program.n; j++) {
    program.setId(guess.boundStates, j, side(j, program.get(program.lower, j), program.get(program.upper, j)));
  }
  for (let i = 0; i < program.m; i++) {
    const c = program.n + i;
    program.setId(guess.rowStates, i, side(c, program.get(program.rowLower, i), program.get(program.rowUpper, i)));
  }
}

function side(c: i32, low: f64, high: f64): i32 {
  if (low == high) return 1;
  const below = program.get(interior.dualLower, c), above = program.get(interior.dualUpper, c);
  if (below > 0 && below > program.get(interior.slackLower, c) && below >= above) return -1;
  return above > 0 && above > program.get(interior.slackUpper, c) ? 1 : 0;
}

/** In the caller's units, bounds exactly. */
function report(
  x: usize,
  y: usize,
  v: usize,
  states: usize,
  equalities: i32,
  inequalities: i32,
  lower: usize,
  upper: usize,
): i32 {
  memory.fill(states, 0, <usize> (program.n + inequalities) << 2);
  for (let j = 0; j < program.n; j++) {
    const low = program.get(lower, j), high = program.get(upper, j), scale = program.get(program.columnScale, j);
    let state = program.getId(guess.boundStates, j);
    const value = program.get(guess.v, j) / scale / program.costScale;
    if (low == high) state = value > 0 ? 1 : -1;
    program.setId(states, j, state);
    program.set(v, j, value);
    program.set(x, j, state < 0 ? low : state > 0 ? high : max(low, min(high, program.get(guess.x, j) * scale)));
  }
  for (let i = 0; i < program.m; i++) {
    const given = program.getId(program.origin, i);
    let value = program.get(guess.y, i) * program.get(program.rowScale, i) / program.costScale;
    const state = program.getId(guess.rowStates, i);
    const isEquality = program.get(program.rowLower, i) == program.get(program.rowUpper, i);
    if (!isEquality) value = state < 0 ? min(0, value) : state > 0 ? max(0, value) : 0;
    program.set(y, given, value);
    if (given >= equalities) {
      program.setId(states, program.n + given - equalities, isEquality ? (value > 0 ? 1 : -1) : state);
    }
  }
  return DONE;
}

/** v takes up A'y + G'z wherever the bound on its side is finite. */
function reportInfeasible(y: usize, v: usize): i32 {
  let size = 0.0;
  for (let i = 0; i < program.m; i++) {
    size = max(size, abs(program.get(interior.y, i) * program.get(program.rowScale, i)));
  }
  for (let i = 0; i < program.m; i++) {
    program.set(
      y,
      program.getId(program.origin, i),
      program.get(interior.y, i) * program.get(program.rowScale, i) / size,
    );
  }
  const product = allocate(<usize> program.n << 3);
  if (product == 0) return OUT_OF_MEMORY;
  memory.fill(product, 0, <usize> program.n << 3);
  program.addRows(interior.y, product);
  for (let j = 0; j < program.n; j++) {
    const value = -program.get(product, j);
    const bound = value > 0 ? program.get(program.upper, j) : program.get(program.lower, j);
    if (abs(bound) < Infinity) program.set(v, j, value / program.get(program.columnScale, j) / size);
  }
  return INFEASIBLE;
}

function reportUnbounded(x: usize): i32 {
  let size = 0.0;
  for (let j = 0; j < program.n; j++) {
    const value = program.get(interior.x, j) * program.get(program.columnScale, j);
    program.set(x, j, value);
    size = max(size, abs(value));
  }
  for (let j = 0; j < program.n; j++) program.set(x, j, program.get(x, j) / size);
  return UNBOUNDED;
}
