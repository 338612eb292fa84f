import type { ConicSolver } from "../kernels/types.ts";
import { reducedCostsAt } from "./certify.ts";
import { type Program, quadraticTimes } from "./program.ts";
import type { ProgramAnswer } from "./program_answer.ts";
import { DROPPED, EQUALITY, KEPT, type Restriction, wholeOf } from "./restriction.ts";
import { solveRestricted } from "./solve_restricted.ts";

/** Hinges that start undecided, as a multiple of the variables that the guess uses. */
const UNDECIDED_PER_VARIABLE = 3;
/** Variables taken in at a time. */
const BATCH = 40;
/** A row is broken, and a variable worth having, beyond this share of the size of things. */
const TOLERANCE = 1e-9;

/**
 * Solves a program of many hinges by few of them. Most hinges are decided by the guess: off, at u = 0, or on, at u = a; only those near
 * their kink are left to the solver, and of the other variables only those that the guess uses. What turns out to be on the
 * wrong side of its kink becomes undecided, what would better the answer is taken in, until nothing is left to do: the answer
 * is then one of the whole program. Nothing that was taken in is left out again, so that the search ends.
 */
export function solveLazily(program: Program, conic: ConicSolver, guess: Float64Array): ProgramAnswer {
  const restriction = startingRestriction(program, guess);
  let iterations = 0;
  for (;;) {
    const solved = solveRestricted(program, conic, restriction);
    iterations += solved.iterations;
    if (solved.point === null) {
      const whole = solveRestricted(program, conic, wholeOf(program));
      return { ...whole, iterations: iterations + whole.iterations };
    }
    const changed = [undecide(program, restriction, solved.point.x), takeIn(program, restriction, solved.point)];
    if (!changed.includes(true)) return { ...solved, iterations };
  }
}

function startingRestriction(program: Program, guess: Float64Array): Restriction {
  const { free, origin, rows } = wholeOf(program);
  const { variable, row } = program.hinges;
  const isHinge = new Uint8Array(program.size);
  for (const u of variable) isHinge[u] = 1;
  let used = 0;
  for (let j = 0; j < program.size; j++) {
    if (isHinge[j]) continue;
    if (guess[j] > program.lower[j]) used++;
    else hold(program, { free, origin, rows }, j);
  }
  const excess = excessAt(program, guess);
  const near =
    Float64Array.from(excess, Math.abs).sort()[Math.min(excess.length - 1, UNDECIDED_PER_VARIABLE * (used + 1))];
  for (let h = 0; h < row.length; h++) {
    if (Math.abs(excess[h]) <= near) continue;
    if (excess[h] > 0) {
      rows[row[h]] = EQUALITY;
      continue;
    }
    rows[row[h]] = DROPPED;
    hold(program, { free, origin, rows }, variable[h]);
  }
  return { free, origin, rows };
}

function hold({ lower }: Program, { free, origin }: Restriction, j: number): void {
  free[j] = 0;
  origin[j] = lower[j];
}

/** a of each hinge u ≥ a. */
function excessAt({ hinges: { variable, row }, rows }: Program, x: Float64Array): Float64Array {
  const s = rows.evaluate(x);
  return Float64Array.from(row, (i, h) => x[variable[h]] - s[i]);
}

/** Leaves to the solver the hinges that a point shows on the wrong side; false when there are none. */
function undecide(program: Program, { free, rows }: Restriction, x: Float64Array): boolean {
  const { variable, row } = program.hinges;
  const excess = excessAt(program, x);
  const tolerance = TOLERANCE * excess.reduce((largest, a) => Math.max(largest, Math.abs(a)), 0);
  let changed = false;
  for (let h = 0; h < row.length; h++) {
    const state = rows[row[h]];
    const isWrong = (state === DROPPED && excess[h] > tolerance) || (state === EQUALITY && excess[h] < -tolerance);
    if (!isWrong) continue;
    rows[row[h]] = KEPT;
    free[variable[h]] = 1;
    changed = true;
  }
  return changed;
}

/** Takes in the variables whose reduced costs say that they would better the point most; false when there are none. */
function takeIn(
  program: Program,
  { free, rows }: Restriction,
  { x, z }: { x: Float64Array; z: Float64Array },
): boolean {
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const { variable, row } = program.hinges;
  const off = new Uint8Array(program.size);
  for (let h = 0; h < row.length; h++) if (rows[row[h]] === DROPPED) off[variable[h]] = 1;
  const size = costs.reduce((largest, cost) => Math.max(largest, Math.abs(cost)), 0);
  const worth = Array.from(costs.keys()).filter((j) =>
    !free[j] && !off[j] && program.lower[j] < program.upper[j] && costs[j] < -TOLERANCE * size
  );
  worth.sort((a, b) => costs[a] - costs[b]);
  for (const j of worth.slice(0, BATCH)) free[j] = 1;
  return worth.length > 0;
}
