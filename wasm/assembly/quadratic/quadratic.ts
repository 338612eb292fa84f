// Solves a dense quadratic program: minimise ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. Tries the
// active set of a warm start first. Otherwise an interior point method finds the active set, and the program with these
// limits as equalities gives the point and the multipliers to rounding.
import { allocate, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import * as program from "./program";
import { QuadraticArguments } from "./quadratic_arguments";
import * as guess from "./active_set";
import * as iterate from "./interior_iterate";
import { iterations as interiorIterations, prepareInteriorPoint, runInteriorPoint } from "./interior_point";
import { prepareSaddle } from "./saddle_factor";

const WARM_ROUNDS: i32 = 24;
const FINAL_ROUNDS: i32 = 6;
const FINAL_STEPS: i32 = 60;
/**
 * Relative error up to which an answer of the quadratic solver counts as optimal where rounding spoils the last digits.
 */
const ACCEPTED: f64 = 1e-8;

let iterations: i32 = 0;

/**
 * Solves a quadratic program and writes the answer into its arguments. INFEASIBLE leaves the certificate in y and v,
 * UNBOUNDED the direction in x.
 */
export function solveQuadratic(given: QuadraticArguments): Status {
  iterations = 0;
  const status = solve(given);
  given.iterations = iterations;
  return status;
}

function solve(given: QuadraticArguments): Status {
  memory.fill(given.x, 0, <usize> given.variables << 3);
  memory.fill(given.v, 0, <usize> given.variables << 3);
  memory.fill(given.y, 0, <usize> (given.equalities + given.inequalities) << 3);
  let status = program.loadProgram(given);
  if (status != Status.DONE) return status;
  if (prepareSaddle() != Status.DONE || guess.prepareActiveSet() != Status.DONE) return Status.OUT_OF_MEMORY;
  if (given.isWarm != 0) {
    startFrom(given.states, given.equalities);
    status = guess.finish(WARM_ROUNDS, 0);
    if (status > 0) return status;
    iterations = guess.rounds;
    if (guess.error <= 0.1 * given.tolerance) {
      report(given);
      return Status.DONE;
    }
  }
  if (prepareInteriorPoint() != Status.DONE) return Status.OUT_OF_MEMORY;
  status = runInteriorPoint();
  iterations += interiorIterations;
  if (status > 0) return status;
  if (status == Status.INFEASIBLE) return reportInfeasible(given.y, given.v);
  if (status == Status.UNBOUNDED) return reportUnbounded(given.x);
  takeInterior();
  const before = guess.rounds;
  status = guess.finish(FINAL_ROUNDS, FINAL_STEPS);
  if (status > 0) return status;
  iterations += guess.rounds - before;
  report(given);
  return guess.error <= max(ACCEPTED, given.tolerance) ? Status.DONE : Status.NOT_CONVERGED;
}

/**
 * Starts the active-set method from states (active limits) that the caller gives. A state at an infinite limit counts
 * as free.
 */
function startFrom(states: usize, equalities: i32): void {
  memory.fill(guess.y, 0, <usize> program.m << 3);
  for (let j = 0; j < program.n; j++) {
    const low = get(program.lower, j), high = get(program.upper, j);
    setId(guess.boundStates, j, legal(getId(states, j), low, high));
    set(guess.x, j, max(low, min(high, 0)));
  }
  for (let i = 0; i < program.m; i++) {
    const given = getId(program.origin, i);
    const state = given < equalities ? 1 : getId(states, program.n + given - equalities);
    setId(guess.rowStates, i, legal(state, get(program.rowLower, i), get(program.rowUpper, i)));
  }
}

function legal(state: i32, low: f64, high: f64): i32 {
  if (low == high) return state == 0 ? 1 : state;
  if (state < 0) return low > -Infinity ? -1 : 0;
  return state > 0 && high < Infinity ? 1 : 0;
}

/**
 * Copies the point of the interior point method into the active-set method as its starting point; `finish` then runs
 * it. A limit counts as active where its multiplier exceeds its slack.
 */
function takeInterior(): void {
  memory.copy(guess.x, iterate.x, <usize> program.n << 3);
  memory.copy(guess.y, iterate.y, <usize> program.m << 3);
  for (let j = 0; j < program.n; j++) {
    setId(guess.boundStates, j, side(j, get(program.lower, j), get(program.upper, j)));
  }
  for (let i = 0; i < program.m; i++) {
    const c = program.n + i;
    setId(guess.rowStates, i, side(c, get(program.rowLower, i), get(program.rowUpper, i)));
  }
}

function side(c: i32, low: f64, high: f64): i32 {
  if (low == high) return 1;
  const below = get(iterate.dualLower, c), above = get(iterate.dualUpper, c);
  if (below > 0 && below > get(iterate.slackLower, c) && below >= above) return -1;
  return above > 0 && above > get(iterate.slackUpper, c) ? 1 : 0;
}

/**
 * Writes the answer of the quadratic program in the units of the caller. Variables at a bound get exactly the value of
 * that bound.
 */
function report(given: QuadraticArguments): void {
  const equalities = given.equalities, states = given.states, y = given.y;
  memory.fill(states, 0, <usize> (program.n + given.inequalities) << 2);
  for (let j = 0; j < program.n; j++) {
    const low = get(given.lower, j), high = get(given.upper, j), scale = get(program.columnScale, j);
    let state = getId(guess.boundStates, j);
    const value = get(guess.v, j) / scale / program.costScale;
    if (low == high) state = value > 0 ? 1 : -1;
    setId(states, j, state);
    set(given.v, j, value);
    set(given.x, j, state < 0 ? low : state > 0 ? high : max(low, min(high, get(guess.x, j) * scale)));
  }
  for (let i = 0; i < program.m; i++) {
    const row = getId(program.origin, i);
    let value = get(guess.y, i) * get(program.rowScale, i) / program.costScale;
    const state = getId(guess.rowStates, i);
    const isEquality = get(program.rowLower, i) == get(program.rowUpper, i);
    if (!isEquality) value = state < 0 ? min(0, value) : state > 0 ? max(0, value) : 0;
    set(y, row, value);
    if (row >= equalities) {
      setId(states, program.n + row - equalities, isEquality ? (value > 0 ? 1 : -1) : state);
    }
  }
}

/**
 * Writes the certificate that the quadratic program is infeasible. v, the multipliers of the bounds, balances A'y + G'z
 * wherever the bound on its side is finite.
 */
function reportInfeasible(y: usize, v: usize): Status {
  let size = 0.0;
  for (let i = 0; i < program.m; i++) {
    size = max(size, abs(get(iterate.y, i) * get(program.rowScale, i)));
  }
  for (let i = 0; i < program.m; i++) {
    set(
      y,
      getId(program.origin, i),
      get(iterate.y, i) * get(program.rowScale, i) / size,
    );
  }
  const product = allocate(<usize> program.n << 3);
  if (product == 0) return Status.OUT_OF_MEMORY;
  memory.fill(product, 0, <usize> program.n << 3);
  program.addRows(iterate.y, product);
  for (let j = 0; j < program.n; j++) {
    const value = -get(product, j);
    const bound = value > 0 ? get(program.upper, j) : get(program.lower, j);
    if (abs(bound) < Infinity) set(v, j, value / get(program.columnScale, j) / size);
  }
  return Status.INFEASIBLE;
}

function reportUnbounded(x: usize): Status {
  let size = 0.0;
  for (let j = 0; j < program.n; j++) {
    const value = get(iterate.x, j) * get(program.columnScale, j);
    set(x, j, value);
    size = max(size, abs(value));
  }
  for (let j = 0; j < program.n; j++) set(x, j, get(x, j) / size);
  return Status.UNBOUNDED;
}
