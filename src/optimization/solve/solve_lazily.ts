import type { Kernels } from "../../kernels/types.ts";
import { provesInfeasible, reducedCostsAt } from "./certify.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { DROPPED, EQUALITY, KEPT, type Restriction, wholeOf } from "./restriction.ts";
import type { RestrictedAnswer } from "./restricted_answer.ts";
import { solveRestricted } from "./solve_restricted.ts";

/** Hinges that start undecided, as a multiple of the variables that the guess uses. */
const UNDECIDED_PER_VARIABLE = 3;
/**
 * Rounds after which nothing is decided again: from then on the undecided only grow in number, so that the search ends.
 */
const DECIDING_ROUNDS = 10;
/** Variables taken in at a time. */
const BATCH = 40;
/** A row is broken, and a variable worth having, beyond this share of the size of things. */
const TOLERANCE = 1e-9;

/**
 * Solves a program of many variables and hinges by few of them. Most hinges are decided by the guess: off, at u = 0, or
 * on, at u = a; only those near their kink are left to the solver, and of the other variables only those that the guess
 * uses. What turns out to be on the wrong side of its kink becomes undecided, what would better the answer, or mend
 * rules that the rest cannot meet, is taken in, until nothing is left to do: the answer is then one of the whole
 * program.
 */
export function solveLazily(program: Program, kernels: Kernels, guess: Float64Array): RestrictedAnswer {
  const restriction = startingRestriction(program, guess);
  let iterations = 0;
  for (let round = 0;; round++) {
    const solved = solveRestricted(program, kernels, restriction);
    iterations += solved.iterations;
    if (solved.status === "infeasible") {
      if (provesInfeasible(program, solved.multipliers)) return { ...solved, iterations };
      const costs = new Float64Array(program.size);
      program.rows.addTransposed(solved.multipliers, costs, { factor: -1 });
      if (takeIn(program, restriction, costs) > 0) continue;
    }
    if (solved.status !== "solved") {
      const whole = solveRestricted(program, kernels, wholeOf(program));
      return { ...whole, iterations: iterations + whole.iterations };
    }
    const { x, z } = solved.point;
    const excess = excessAt(program, x);
    const taken = takeIn(program, restriction, reducedCostsAt(program, quadraticTimes(program, x), z));
    const wrong = wrongHinges(program, restriction, excess);
    if (taken === 0 && wrong.length === 0) return { ...solved, iterations };
    if (round < DECIDING_ROUNDS) decide(program, restriction, excess);
    for (const h of wrong) undecide(program, restriction, h);
  }
}

function startingRestriction(program: Program, guess: Float64Array): Restriction {
  const { free, origin, rows } = wholeOf(program);
  const isHinge = new Uint8Array(program.size);
  for (const u of program.hinges.variable) isHinge[u] = 1;
  for (let j = 0; j < program.size; j++) {
    if (!isHinge[j] && guess[j] <= program.lower[j]) hold(program, { free, origin, rows }, j);
  }
  const restriction = { free, origin, rows };
  decide(program, restriction, excessAt(program, guess));
  return restriction;
}

/** Decides the undecided hinges but for those nearest their kink. */
function decide(program: Program, restriction: Restriction, excess: Float64Array): void {
  const { variable, row } = program.hinges;
  const undecided = Array.from(row.keys()).filter((h) => restriction.rows[row[h]] === KEPT);
  const hinges = new Set(variable);
  const used = restriction.free.reduce((sum, free, j) => free && !hinges.has(j) ? sum + 1 : sum, 0);
  undecided.sort((a, b) => Math.abs(excess[a]) - Math.abs(excess[b]));
  for (const h of undecided.slice(UNDECIDED_PER_VARIABLE * (used + 1))) {
    if (excess[h] > 0) {
      restriction.rows[row[h]] = EQUALITY;
      continue;
    }
    restriction.rows[row[h]] = DROPPED;
    hold(program, restriction, variable[h]);
  }
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

/** The decided hinges that a point shows on the other side. */
function wrongHinges({ hinges: { row } }: Program, { rows }: Restriction, excess: Float64Array): number[] {
  const tolerance = TOLERANCE * excess.reduce((largest, a) => Math.max(largest, Math.abs(a)), 0);
  return Array.from(row.keys()).filter((h) => {
    const state = rows[row[h]];
    return (state === DROPPED && excess[h] > tolerance) || (state === EQUALITY && excess[h] < -tolerance);
  });
}

function undecide({ hinges: { variable, row } }: Program, { free, rows }: Restriction, h: number): void {
  rows[row[h]] = KEPT;
  free[variable[h]] = 1;
}

/** Takes in the variables whose reduced costs say that they would better the point most; answers how many. */
function takeIn(program: Program, { free, rows }: Restriction, costs: Float64Array): number {
  const { variable, row } = program.hinges;
  const off = new Uint8Array(program.size);
  for (let h = 0; h < row.length; h++) if (rows[row[h]] === DROPPED) off[variable[h]] = 1;
  const size = costs.reduce((largest, cost) => Math.max(largest, Math.abs(cost)), 0);
  const worth = Array.from(costs.keys()).filter((j) =>
    !free[j] && !off[j] && program.lower[j] < program.upper[j] && costs[j] < -TOLERANCE * size
  );
  worth.sort((a, b) => costs[a] - costs[b]);
  const taken = worth.slice(0, BATCH);
  for (const j of taken) free[j] = 1;
  return taken.length;
}
