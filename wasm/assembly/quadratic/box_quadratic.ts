// Box method: minimises ½x'Px + q'x subject to sum x = budget (where there is a budget) and lower ≤ x ≤ upper, with P
// positive semidefinite. A primal active-set method moves to the optimum of the free variables as far as the bounds
// allow, then frees others.
// Reference: Gill, Murray, Wright, Practical Optimization, §5.2; Bland's rule against cycling.
import { get } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import { BoxQuadraticArguments } from "./box_arguments";
import { appendPicks, choosePicks, pickCount, preparePicks } from "./box_prices";
import {
  diagonal,
  FREE,
  hasBudget,
  loadBox,
  n,
  recomputeGradient,
  requestCount,
  rowOf,
  scale,
  settleBudget,
  state,
  tolerance,
} from "./box_problem";
import { aim, fill, isCold, loadStart, prepareStart } from "./box_start";
import { mean, measureBound, measureFree, prepareSteps, StepEnd, takeStep } from "./box_step";
import { appendVariable, emptyFactor, resetFactor, size } from "./free_factor";

const LOADING: i32 = 0;
const FILLING: i32 = 1;
const TARGETING: i32 = 2;
const ITERATING: i32 = 3;
const APPENDING: i32 = 4;

/**
 * Number of full steps of the box method with a remaining residual after which the Cholesky factor is built again,
 * because deletions have damaged it.
 */
const TRIES_BEFORE_REBUILD: i32 = 3;
const MOST_REFINEMENTS: i32 = 3;

let phase: i32 = 0;
let iterations: i32 = 0;
let limit: i32 = 0;
let tries: i32 = 0;
let lastResidual: f64 = 0;
let fresh: bool = false;
let refinements: i32 = 0;

/** Loads a problem into the box method. The caller then calls `boxQuadraticAdvance`. */
export function boxQuadraticBegin(given: BoxQuadraticArguments): Status {
  if (loadBox(given) != Status.DONE) return Status.OUT_OF_MEMORY;
  if (prepareSteps() != Status.DONE || preparePicks() != Status.DONE) return Status.OUT_OF_MEMORY;
  prepareStart(given.isWarm != 0);
  let trace = 0.0;
  for (let i = 0; i < n; i++) trace += get(diagonal, i);
  if (resetFactor(n, hasBudget ? (trace > 0 ? trace / <f64> n : 1) : 0) != Status.DONE) return Status.OUT_OF_MEMORY;
  phase = LOADING;
  iterations = 0;
  limit = 500 + 10 * n;
  tries = 0;
  fresh = false;
  refinements = 0;
  return Status.DONE;
}

/**
 * Runs the box method until the optimum or until rows of P are missing. The caller then hands over the requested rows
 * and calls again. With the status UNBOUNDED x holds the direction.
 */
export function boxQuadraticAdvance(given: BoxQuadraticArguments): Status {
  const status = run();
  given.requestCount = requestCount;
  given.multiplier = hasBudget ? -mean : 0;
  given.iterations = iterations;
  return status;
}

function run(): Status {
  while (true) {
    let status = Status.DONE;
    if (phase == LOADING) {
      status = loadStart();
      if (status == Status.DONE) phase = isCold() ? FILLING : TARGETING;
    } else if (phase == FILLING) {
      status = fill();
      if (status == Status.DONE) iterateAnew();
    } else if (phase == TARGETING) {
      aim();
      iterateAnew();
    } else if (phase == APPENDING) status = append();
    else return iterate();
    if (status != Status.DONE) return status;
  }
}

function iterateAnew(): void {
  lastResidual = Infinity;
  phase = ITERATING;
}

function append(): Status {
  phase = APPENDING;
  const status = appendPicks();
  if (status == Status.DONE) phase = ITERATING;
  return status;
}

function iterate(): Status {
  while (iterations < limit) {
    iterations++;
    if ((iterations & 7) == 0 && shouldStop()) return Status.STOPPED;
    if (size > 0) {
      const residual = measureFree();
      if (isWorthAStep(residual)) {
        if (tries == TRIES_BEFORE_REBUILD && rebuild() != Status.DONE) return Status.OUT_OF_MEMORY;
        const end = takeStep();
        if (end == StepEnd.UNBOUNDED) return Status.UNBOUNDED;
        fresh = false;
        tries = end == StepEnd.BLOCKED ? 0 : tries + 1;
        lastResidual = end == StepEnd.BLOCKED ? Infinity : residual;
        continue;
      }
    } else measureBound();
    tries = 0;
    lastResidual = Infinity;
    choosePicks();
    if (pickCount > 0) {
      fresh = false;
      refinements = 0;
      const status = append();
      if (status != Status.DONE) return status;
      continue;
    }
    if (fresh || refinements == MOST_REFINEMENTS) {
      settleBudget();
      return Status.DONE;
    }
    recomputeGradient();
    refinements++;
    fresh = true;
  }
  settleBudget();
  return Status.NOT_CONVERGED;
}

/**
 * Whether another full step of the box method is worthwhile. After the first one, a step must make the residual clearly
 * smaller.
 */
function isWorthAStep(residual: f64): bool {
  if (residual <= (fresh ? 1e-15 : 1e-14) * scale) return false;
  if (tries == 0) return true;
  return residual > tolerance * scale
    ? tries < 200 && residual < 0.95 * lastResidual
    : tries < 4 && residual < 0.1 * lastResidual;
}

/** Builds the Cholesky factor of the box method again for the same free variables. */
function rebuild(): Status {
  emptyFactor();
  for (let i = 0; i < n; i++) {
    if (state(i) == FREE && appendVariable(i, rowOf(i)) != Status.DONE) return Status.OUT_OF_MEMORY;
  }
  return Status.DONE;
}
