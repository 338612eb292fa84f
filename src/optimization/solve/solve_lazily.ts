import type { Kernels } from "../../kernels/mod.ts";
import { reducedCostsAt } from "./certify.ts";
import { decideMaxima, misplacedMaxima, withMaxima } from "./decide_maxima.ts";
import { provesInfeasible } from "./proves_infeasible.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "./reduction.ts";
import type { ReducedAnswer } from "./reduced_answer.ts";
import { solveReduced } from "./solve_reduced.ts";
import { substitutionOf } from "./substitution.ts";
import { BATCH, batchAt, fixAtLower, ofUsed, setMask, takeIn } from "./take_in.ts";

/**
 * Hinges that start undecided, as a multiple of the variables that the guess uses: where they cost by themselves an
 * optimum has as many at their kink as variables, and a guess does not know which; of squares it has none there.
 */
const UNDECIDED_PER_VARIABLE = { byThemselves: 8, bySquares: 3 };
/** More than three a variable are worth their while up to so many. */
const MOST_BY_THEMSELVES = 300;
/** Where more than this share of the hinges would stay undecided, all do: a round costs more than they. */
const WORTH_DECIDING = 0.5;
/**
 * Rounds after which nothing is decided again: from then on the undecided only grow in number, so that the search ends.
 */
const DECIDING_ROUNDS = 10;
/** The same where running maxima are decided too: each that changes its mind moves what is made of all after it. */
const DECIDING_ROUNDS_OF_MAXIMA = 2;
/** Hinges over running maxima that become undecided at a time: a point that leaves many wrong is wrong about most. */
const LEAST_WRONG_OVER_MAXIMA = 60;
/** The same as a share of the hinges, where there are many. */
const WRONG_SHARE_OVER_MAXIMA = 0.05;
/** A row is broken beyond this share of the size of things. */
const TOLERANCE = 1e-9;

/**
 * Solves a program of many variables and hinges by few of them. Most hinges are decided by the guess: off, at u = 0, or
 * on, at u = a; only those near their kink are left to the solver, and of the other variables only those that the guess
 * uses. What turns out to be on the wrong side of its kink becomes undecided, what would better the answer, or mend
 * rules that the rest cannot meet, is taken in, until nothing is left to do: the answer is then one of the whole
 * program. As a step it is what the guess decides. `unsolved` where a round has no answer: what it decides may be what
 * has none.
 */
export function solveLazily(
  program: Program,
  kernels: Kernels,
  { guess, isStep = false }: { readonly guess: Float64Array; readonly isStep?: boolean },
): ReducedAnswer {
  const reduction = startingReduction(program, guess);
  const decidingRounds = program.maxima.length > 0 ? DECIDING_ROUNDS_OF_MAXIMA : DECIDING_ROUNDS;
  let iterations = 0;
  for (let round = 0;; round++) {
    const solved = solveReduced(program, kernels, reduction);
    iterations += solved.iterations;
    if (solved.status === "infeasible") {
      if (provesInfeasible(program, solved.multipliers)) return { ...solved, iterations };
      const costs = new Float64Array(program.size);
      program.rows.addTransposed(solved.multipliers, costs, { factor: -1 });
      if (takeIn(program, reduction, costs) > 0) continue;
    }
    if (solved.status !== "solved") return { status: "unsolved", solver: solved.solver, iterations };
    const { x, z } = solved.point;
    const settled = withMaxima(program, x);
    if (isStep) return { ...solved, point: { x: settled, z }, iterations };
    const excess = excessAt(program, settled);
    const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
    const taken = takeIn(program, reduction, costs, { most: batchAt(program, reduction, { x, round }) });
    const wrong = wrongHinges(program, reduction, { x, excess });
    const tolerance = TOLERANCE * x.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
    if (taken + wrong.length === 0 && misplacedMaxima(program, reduction, { x, tolerance }).length === 0) {
      return { ...solved, point: { x: settled, z }, iterations };
    }
    if (round < decidingRounds) decide(program, reduction, excess);
    undecide(program, reduction, wrong);
    const misplaced = misplacedMaxima(program, reduction, { x, tolerance });
    if (round < decidingRounds) decideMaxima(program, reduction, { x, used: () => movingOf(program, reduction) });
    for (const row of misplaced) reduction.rows[row] = RETAINED;
  }
}

function startingReduction(program: Program, guess: Float64Array): Reduction {
  const reduction = ofUsed(program, guess);
  decide(program, reduction, excessAt(program, guess));
  decideMaxima(program, reduction, { x: guess, used: () => movingOf(program, reduction) });
  return reduction;
}

/** How many variables may move that others do not set. */
function movingOf(program: Program, reduction: Reduction): number {
  const isSet = setMask(program), { variables } = substitutionOf(program, reduction);
  let moving = 0;
  for (let j = 0; j < program.size; j++) if (reduction.free[j] && !isSet[j] && !variables.has(j)) moving++;
  return moving;
}

/** Decides the undecided hinges but for those nearest their kink. */
function decide(program: Program, reduction: Reduction, excess: Float64Array): void {
  const { variable, row } = program.hinges;
  const isSet = setMask(program), used = movingOf(program, reduction);
  const costs = program.quadratic.some(({ offset }) => isSet[offset]) ? "bySquares" : "byThemselves";
  const wanted = Math.min(UNDECIDED_PER_VARIABLE[costs] * (used + 1), MOST_BY_THEMSELVES);
  const retained = Math.max(UNDECIDED_PER_VARIABLE.bySquares * (used + 1), wanted);
  if (retained > WORTH_DECIDING * row.length) return;
  const undecided = Array.from(row.keys()).filter((h) => reduction.rows[row[h]] === RETAINED);
  const { top, distance } = kinks(program, undecided, excess);
  undecided.sort((a, b) => distance[a] - distance[b]);
  const near = new Set(undecided.slice(0, retained).map((h) => variable[h]));
  for (const h of undecided.slice(retained)) {
    const u = variable[h];
    reduction.rows[row[h]] = DROPPED;
    // A variable is decided with the largest of its a; what is far below that is only left out.
    if (h === top[u]) reduction.rows[row[h]] = EQUALITY;
    else if (top[u] === AT_BOUND && !near.has(u)) fixAtLower(program, reduction, u);
  }
}

/** In place of a pair: the lower bound is the largest of what a variable has to be. */
const AT_BOUND = -1;

/**
 * The pair with the largest a of each variable of undecided hinges, and how far a pair is from changing places with it:
 * its own distance from that is from what comes next.
 */
function kinks(
  { size, lower, hinges: { variable } }: Program,
  undecided: readonly number[],
  excess: Float64Array,
): { readonly top: Int32Array; readonly distance: Float64Array } {
  const top = new Int32Array(size).fill(AT_BOUND),
    largest = lower.slice(),
    next = new Float64Array(size).fill(-Infinity);
  for (const h of undecided) {
    const u = variable[h];
    if (excess[h] > largest[u]) {
      next[u] = largest[u];
      largest[u] = excess[h];
      top[u] = h;
    } else next[u] = Math.max(next[u], excess[h]);
  }
  const distance = new Float64Array(excess.length);
  for (let h = 0; h < distance.length; h++) {
    const u = variable[h];
    distance[h] = largest[u] - (h === top[u] ? next[u] : excess[h]);
  }
  return { top, distance };
}

/** a of each hinge u ≥ a. */
function excessAt({ hinges: { variable, row }, rows }: Program, x: Float64Array): Float64Array {
  const s = rows.evaluate(x), excess = new Float64Array(row.length);
  for (let h = 0; h < row.length; h++) excess[h] = x[variable[h]] - s[row[h]];
  return excess;
}

/**
 * The decided hinges that a point shows on the other side: of each variable the one that asks for most, and of the rows
 * of one variable that stand together those that ask for more than their neighbours.
 */
function wrongHinges(
  { lower, hinges: { variable, row }, maxima }: Program,
  { rows }: Reduction,
  { x, excess }: { x: Float64Array; excess: Float64Array },
): number[] {
  const tolerance = TOLERANCE * excess.reduce((largest, a) => Math.max(largest, Math.abs(a)), 0);
  const worst = new Map<number, number>(), peaks: number[] = [];
  const isAbove = (h: number, other: number): boolean => variable[other] !== variable[h] || excess[h] >= excess[other];
  row.forEach((i, h) => {
    const u = variable[h];
    if (rows[i] === EQUALITY && excess[h] < lower[u] - tolerance && !worst.has(u)) worst.set(u, h);
    if (rows[i] !== DROPPED || excess[h] <= Math.max(x[u], lower[u]) + tolerance) return;
    const known = worst.get(u);
    if (known === undefined || excess[h] > excess[known]) worst.set(u, h);
    const hasNeighbour = variable[h - 1] === u || variable[h + 1] === u;
    if (hasNeighbour && isAbove(h, h - 1) && isAbove(h, h + 1)) peaks.push(h);
  });
  peaks.sort((a, b) => excess[b] - excess[a]);
  const wrong = [...new Set([...worst.values(), ...peaks.slice(0, BATCH)])];
  if (maxima.length === 0) return wrong;
  const beyond = (h: number): number => Math.abs(excess[h] - x[variable[h]]);
  return wrong.sort((a, b) => beyond(b) - beyond(a)).slice(
    0,
    Math.max(LEAST_WRONG_OVER_MAXIMA, Math.round(WRONG_SHARE_OVER_MAXIMA * row.length)),
  );
}

/** Leaves hinges and what their variables have been set to to the solver. */
function undecide({ hinges: { variable, row } }: Program, { free, rows }: Reduction, wrong: readonly number[]): void {
  const variables = new Set(wrong.map((h) => variable[h]));
  for (const u of variables) free[u] = 1;
  for (const h of wrong) rows[row[h]] = RETAINED;
  row.forEach((i, h) => {
    if (rows[i] === EQUALITY && variables.has(variable[h])) rows[i] = RETAINED;
  });
}
