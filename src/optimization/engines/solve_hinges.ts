import type { Kernels } from "../../kernels/mod.ts";
import type { Program } from "../program/program.ts";
import { gradientSize } from "../program/objective_scale.ts";
import { hingeForm } from "./hinge_form.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { type Reduction, RETAINED } from "../presolve/reduction.ts";
import { HINGES, type InteriorOptions } from "./accuracy.ts";

const solver = "core";

/** The conic solver is fast with fewer hinges than this. */
const LEAST_HINGES = 30;
/**
 * Largest numbers of equalities and of variables for this engine, whose work is cubic in both. Each asset's trade adds
 * an equality, and so does each weight that is split into parts.
 */
const MOST_EQUALITIES = 300, MOST_VARIABLES = 1_500;

/** Largest number of undecided rows of one hinge: its own row and a constant lower bound. */
const MOST_ROWS = 2;

/**
 * Solves a reduction with many hinges by the interior-point method of the core. The matrix that it factors does not
 * grow with their number, unlike that of the conic solver. `options` may ask for a rough answer. Null if the reduction
 * has few hinges, curved cones, or parts that `hingeForm` does not take, and if no optimum was found, also where the
 * reduction is infeasible.
 */
export function solveHinges(
  program: Program,
  kernels: Kernels,
  reduction: Reduction,
  options: InteriorOptions = HINGES,
): ReducedAnswer | null {
  const { hinges, linearAlgebra } = kernels;
  const { variable, row } = program.hinges;
  const undecided: number[] = [];
  for (let h = 0; h < row.length; h++) {
    if (reduction.rows[row[h]] === RETAINED && reduction.free[variable[h]]) undecided.push(h);
  }
  if (undecided.length < LEAST_HINGES || program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  if (haveMoreRows(undecided.map((h) => variable[h]), MOST_ROWS)) return null;
  const objectiveScale = 1 / gradientSize(program);
  const reduced = reduceProgram(program, reduction, { linearAlgebra, objectiveScale, bounds: true });
  if (reduced.contradiction !== null || reduced.equalities > MOST_EQUALITIES) return null;
  const undecidedVariables = new Set(undecided.map((h) => variable[h]));
  const isHinge = Uint8Array.from(reduced.variables, (j) => undecidedVariables.has(j) ? 1 : 0);
  const form = hingeForm(reduced.conic, { equalities: reduced.equalities, kind: isHinge });
  if (form === null || form.program.q.length > MOST_VARIABLES) return null;
  const answer = hinges.solve(form.program, options);
  if (answer.status !== "optimal") return null;
  const { x, z } = form.back(answer);
  if (!x.every(Number.isFinite) || !z.every(Number.isFinite)) return null;
  return { status: "solved", point: reduced.expand(x, z), solver, iterations: answer.iterations };
}

/** Tells whether any variable occurs more than `most` times. */
function haveMoreRows(variables: readonly number[], most: number): boolean {
  const rows = new Map<number, number>();
  return variables.some((u) => {
    const count = (rows.get(u) ?? 0) + 1;
    rows.set(u, count);
    return count > most;
  });
}
