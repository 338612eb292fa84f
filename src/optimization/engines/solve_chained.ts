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
import { batchAt, ofUsed, setMask, takeIn } from "../presolve/take_in.ts";
import { withoutTies } from "../presolve/without_ties.ts";
import { CHAIN, ROUGH_CHAIN } from "./accuracy.ts";

const solver = "core";

/** From near the answer: where that is none, so many iterations do not find another. */
const FROM_NEAR = 40;

/** Equalities leave the normal equations few digits; of variables the work is cubic. */
const MOST_EQUALITIES = 20, MOST_VARIABLES = 1_500;

/** Fewer variables than this, those that others set aside, are solved for at once: rounds cost more than they. */
const WORTH_PRICING = 200;

/** Variables that may mend a row which those near a point miss. */
const MENDING = 5;

/**
 * Solves a program of linear rows over drawdowns by the interior point of the core, which eliminates them from the
 * first period to the last: its work grows with the periods as that of hinges does, whichever of them are peaks. Of
 * many variables only those that a point near the optimum uses are solved for, and of the others what would better the
 * answer is taken in, until nothing is left to do. Null where the program has other parts, or nothing was proven.
 */
export function solveChained(
  program: Program,
  kernels: Kernels,
  guess?: () => Float64Array,
  { isAnyEnough = false }: { readonly isAnyEnough?: boolean } = {},
): ReducedAnswer | null {
  if (!hasChain(program) || program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const isSet = setByChain(program), whole = wholeOf(program);
  const moving = whole.free.reduce((sum, free, j) => free && !isSet[j] ? sum + 1 : sum, 0);
  const near = guess?.() ?? null;
  if (isAnyEnough) return solveReduction(program, kernels, { reduction: whole, near, isEnough: () => true });
  const used = near && moving >= WORTH_PRICING
    ? solvePriced(program, kernels, { reduction: usedAt(program, near, isSet), guess: near })
    : null;
  return used ?? solveReduction(program, kernels, { reduction: whole, near, isEnough: () => false });
}

/** Null where a round has not come to an answer: variables that are left out may be what it takes. */
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

/** All of a program but what a point has at lower bounds, with what may mend the rows that are missed there. */
function usedAt(program: Program, near: Float64Array, isSet: Uint8Array): Reduction {
  const reduction = ofUsed(program, near, isSet), { free, rows } = reduction, at = near.slice();
  for (let j = 0; j < program.size; j++) if (!free[j]) at[j] = reduction.origin[j];
  const slacks = program.rows.evaluate(at);
  for (const { cone, firstRow, rows: count, isDefinition } of program.blocks) {
    // What variables are made of they are at a point, but for rounding, which every period would have mended.
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

/** An answer within the tolerance, or a rough one that is enough. */
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

/** 1 for the variables of hinges and chains. */
function setByChain(program: Program): Uint8Array {
  const isSet = setMask(program);
  for (const { offset, count } of program.shortfalls) isSet.fill(1, offset, offset + count);
  return isSet;
}
