// Problem and current point of the box method: minimise ½x'Px + q'x subject to sum x = budget (where there is a budget)
// and lower ≤ x ≤ upper, with P positive semidefinite. The method requests only the rows of P that it needs.
import { allocate, at, get, getId, set, setId } from "../memory";
import { axpy } from "../linear_algebra/dot";
import { Status } from "../status";
import { BoxQuadraticArguments } from "./box_arguments";
import { freeId, size } from "./free_factor";

export const AT_LOWER: i32 = -1;
export const FREE: i32 = 0;
export const AT_UPPER: i32 = 1;

export let n: i32 = 0;
export let q: usize = 0;
export let lower: usize = 0;
export let upper: usize = 0;
export let diagonal: usize = 0;
export let hasBudget: bool = false;
export let budget: f64 = 0;
export let tolerance: f64 = 0;

/** Current point x of the box method, P x + q at the point, and the size of the terms of the gradient. */
export let x: usize = 0;
export let gradient: usize = 0;
export let scale: f64 = 0;

let states: usize = 0;
let rows: usize = 0;
let requests: usize = 0;
export let requestCount: i32 = 0;

/**
 * Copies the arguments of the box method into the variables of this module. Allocates the table of the addresses of P's
 * rows, all 0, because the caller has not handed over any row yet.
 */
export function loadBox(given: BoxQuadraticArguments): Status {
  n = given.variables;
  q = given.q;
  lower = given.lower;
  upper = given.upper;
  diagonal = given.diagonal;
  hasBudget = given.hasBudget != 0;
  budget = given.budget;
  tolerance = given.tolerance;
  x = given.x;
  gradient = given.gradient;
  scale = 0;
  states = given.states;
  requests = given.requests;
  requestCount = 0;
  rows = allocate(<usize> n << 2);
  if (rows == 0) return Status.OUT_OF_MEMORY;
  memory.fill(rows, 0, <usize> n << 2);
  return Status.DONE;
}

/** Returns the bound at which a variable of the box problem lies, or FREE. */
export function state(i: i32): i32 {
  return getId(states, i);
}

export function setState(i: i32, value: i32): void {
  setId(states, i, value);
}

/** Frees all variables of the box problem from their bounds. */
export function freeAll(): void {
  memory.fill(states, 0, <usize> n << 2);
}

/** Returns the address of row i of the box problem's matrix P, or 0 where the caller has not handed it over yet. */
export function rowOf(i: i32): usize {
  return <usize> load<u32>(rows + (<usize> i << 2));
}

/** Stores the address of row i of the box problem's matrix P. */
export function giveRow(i: i32, row: usize): void {
  store<u32>(rows + (<usize> i << 2), <u32> row);
}

/** Stores the addresses of all rows of the box problem's matrix P from a row-major matrix. */
export function giveMatrix(matrix: usize): void {
  for (let i = 0; i < n; i++) giveRow(i, at(matrix, i * n));
}

/** Clears the list of rows of P that the box method requests from the caller. */
export function clearRequests(): void {
  requestCount = 0;
}

/** Requests row i of the box problem's matrix P from the caller. */
export function request(i: i32): void {
  setId(requests, requestCount, i);
  requestCount++;
}

export function raiseScale(value: f64): void {
  scale = max(scale, value);
}

/** Computes the gradient P x + q of the box problem at the point, and the size of its terms. */
export function recomputeGradient(): void {
  memory.copy(gradient, q, <usize> n << 3);
  for (let i = 0; i < n; i++) {
    const value = get(x, i);
    scale = max(scale, abs(get(q, i)));
    if (value == 0) continue;
    axpy(value, rowOf(i), gradient, n);
    scale = max(scale, abs(value) * get(diagonal, i));
  }
}

/** Returns by how much the sum of the box problem's variables falls short of the budget. */
export function lackOfBudget(): f64 {
  if (!hasBudget) return 0;
  let lack = budget;
  for (let i = 0; i < n; i++) lack -= get(x, i);
  return lack;
}

/** Returns the sum of the absolute values of the box problem's variables. */
export function sizeOfX(): f64 {
  let sum = 0.0;
  for (let i = 0; i < n; i++) sum += abs(get(x, i));
  return sum;
}

/** Adds the rounding error of the budget to the free variable of the box problem that is farthest from its bounds. */
export function settleBudget(): void {
  if (!hasBudget || size == 0) return;
  let sum = 0.0, lost = 0.0;
  for (let i = 0; i < n; i++) {
    const value = get(x, i), next = sum + value;
    lost += abs(sum) >= abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  const lack = budget - sum - lost;
  let best = -1, most = abs(lack);
  for (let j = 0; j < size; j++) {
    const i = freeId(j);
    const room = min(get(x, i) - get(lower, i), get(upper, i) - get(x, i));
    if (room > most) {
      most = room;
      best = i;
    }
  }
  if (best >= 0) set(x, best, get(x, best) + lack);
}
