import type { Kernels } from "../../kernels/mod.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { type Point, settled } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import type { HingeAnswer } from "./hinges/hinge_program.ts";
import { hasChain } from "../program/has_chain.ts";
import { hingeForm } from "./hinge_form.ts";
import { gradientSize } from "../program/objective_scale.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { othersOf } from "../presolve/hinge_columns.ts";
import { DROPPED, type Reduction, wholeOf } from "../presolve/reduction.ts";
import { chainKindsOf, settleChain, withoutRepeatedBounds } from "./settle_chain.ts";
import { batchAt, reductionAt, takeIn } from "../presolve/take_in.ts";
import { withoutTies } from "../presolve/without_ties.ts";
import { CHAIN, ROUGH_CHAIN } from "./accuracy.ts";
import { settledVariables } from "../program/settled_variables.ts";

const solver = "core";

/**
 * Largest number of iterations from a start near the answer. If the start is not near it, more iterations do not help.
 */
const FROM_NEAR = 40;

/**
 * Largest numbers of equalities and of variables for this engine. Equalities cost the normal equations digits, and the
 * work is cubic in the variables.
 */
const MOST_EQUALITIES = 20, MOST_VARIABLES = 1_500;

/**
 * With fewer variables than this, apart from hinges and chains, all are free from the start: rounds with few free
 * variables would cost more.
 */
const WORTH_PRICING = 200;

/** Number of fixed variables that are freed for each row that the start breaks, so that the answer can keep it. */
const MENDING = 5;

/**
 * Solves a program of linear rows with drawdowns by the interior-point method of the core, which eliminates the
 * drawdowns from the first period to the last. Its work is linear in the periods. If there are many other variables and
 * `guess` is a point near the optimum, only those that it uses are free at first, and others are freed while they
 * better the answer. With `isAnyEnough` the first answer within the tolerance `ROUGH_CHAIN` ends it. Null if the
 * program has no drawdowns or has curved cones, if it is too large, or if no answer was found.
 */
export function solveChained(
  program: Program,
  kernels: Kernels,
  guess?: () => Float64Array,
  { isAnyEnough = false }: { readonly isAnyEnough?: boolean } = {},
): ReducedAnswer | null {
  if (!hasChain(program) || program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const isSettled = settledVariables(program, { alsoDrawdowns: true }), whole = wholeOf(program);
  const moving = whole.free.reduce((sum, free, j) => free && !isSettled[j] ? sum + 1 : sum, 0);
  const near = guess?.() ?? null;
  if (isAnyEnough) return solveReduction(program, kernels, { reduction: whole, near, isEnough: () => true });
  const used = near && moving >= WORTH_PRICING
    ? solvePriced(program, kernels, { reduction: usedAt(program, near, isSettled), guess: near })
    : null;
  return used ?? solveReduction(program, kernels, { reduction: whole, near, isEnough: () => false });
}

/**
 * Solves in rounds with few free variables. After a round it frees fixed variables with a negative reduced cost, until
 * there are none. Null if a round has no answer: the variables left out may be needed.
 */
function solvePriced(
  program: Program,
  kernels: Kernels,
  { reduction, guess }: { readonly reduction: Reduction; readonly guess: Float64Array },
): ReducedAnswer | null {
  for (let round = 0, iterations = 0, near = guess;; round++) {
    let isTakenIn = false;
    const taken = ({ x, z }: Point, tolerance?: number): number =>
      takeIn(program, reduction, reducedCostsAt(program, quadraticTimes(program, x), z), {
        most: batchAt(program, reduction, { x, round }),
        ...tolerance === undefined ? {} : { tolerance },
      });
    const answer = solveReduction(program, kernels, {
      reduction,
      near,
      isEnough: (point) => isTakenIn = taken(point, ROUGH_CHAIN) > 0,
    });
    if (answer === null) return null;
    iterations += answer.iterations;
    near = answer.point.x;
    if (!isTakenIn && taken(answer.point) === 0) return { ...answer, iterations };
  }
}

/**
 * Returns the reduction that fixes the variables which a point has at their lower bounds, except some that can mend the
 * rows it breaks.
 */
function usedAt(program: Program, near: Float64Array, isSettled: Uint8Array): Reduction {
  const reduction = reductionAt(program, near, isSettled), { free, rows } = reduction, at = near.slice();
  for (let j = 0; j < program.size; j++) if (!free[j]) at[j] = reduction.origin[j];
  const slacks = program.rows.evaluate(at);
  for (const { cone, firstRow, rows: count, isDefinition } of program.blocks) {
    // Rows that define a variable hold at the point up to rounding, and mending them in every period would free too
    // many variables.
    if (isDefinition) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      const side = slacks[i] < 0 ? 1 : slacks[i] > 0 && cone.isLinear && cone.isEquality ? -1 : 0;
      if (side === 0 || rows[i] === DROPPED) continue;
      const mending: { readonly column: number; readonly by: number }[] = [];
      program.rows.forEachTerm(i, (column, value) => {
        const mayMove = program.lower[column] < program.upper[column];
        if (!free[column] && mayMove && value * side > 0) mending.push({ column, by: value * side });
      });
      mending.sort((a, b) => b.by - a.by);
      for (const { column } of mending.slice(0, MENDING)) free[column] = 1;
    }
  }
  return reduction;
}

/**
 * Returns an answer within the tolerance of `CHAIN`, or the first one within `ROUGH_CHAIN` that `isEnough` accepts;
 * null if there is none. Starts near the point `near` if it is given, and afresh if that makes no progress.
 */
function solveReduction(
  program: Program,
  { linearAlgebra, hinges }: Kernels,
  { reduction, near, isEnough }: {
    readonly reduction: Reduction;
    readonly near: Float64Array | null;
    readonly isEnough: (point: Point) => boolean;
  },
): Solved | null {
  const objectiveScale = 1 / gradientSize(program);
  const reduced = reduceProgram(withoutRepeatedBounds(program), reduction, {
    linearAlgebra,
    objectiveScale,
    bounds: true,
  });
  if (reduced.contradiction !== null) return null;
  const kinds = chainKindsOf(program);
  const tied = withoutTies(reduced.conic, {
    equalities: reduced.equalities,
    kind: Uint8Array.from(reduced.variables, (j) => kinds[j]),
  });
  if (tied.equalities > MOST_EQUALITIES) return null;
  const form = hingeForm(tied.conic, tied);
  if (form === null || form.program.q.length > MOST_VARIABLES) return null;
  const pointOf = (answer: HingeAnswer): Point => {
    const { x, z } = tied.back(form.back(answer)), point = settled(program, reduced.expand(x, z));
    settleChain(program, point);
    return point;
  };
  const step = near && reduced.stepTo(near);
  const start = step && othersOf(Float64Array.from(tied.kept, (j) => step[j]), tied.kind);
  const rough = { tolerance: ROUGH_CHAIN, isEnough: (answer: HingeAnswer) => isEnough(pointOf(answer)) };
  const fromNear = start && hinges.solve(form.program, { ...CHAIN, maxIterations: FROM_NEAR, near: start, rough });
  const answer = fromNear === null || fromNear.status === "no_progress"
    ? hinges.solve(form.program, { ...CHAIN, rough })
    : fromNear;
  if (answer.status === "no_progress") return null;
  const point = pointOf(answer);
  if (!point.x.every(Number.isFinite) || !point.z.every(Number.isFinite)) return null;
  return { status: "solved", point, solver, iterations: answer.iterations };
}

type Solved = Extract<ReducedAnswer, { readonly status: "solved" }>;
