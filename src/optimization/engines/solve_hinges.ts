import type { Kernels } from "../../kernels/mod.ts";
import type { Program } from "../program/program.ts";
import { gradientSize } from "../program/objective_scale.ts";
import { hingeForm } from "./hinge_form.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { type Reduction, RETAINED } from "../presolve/reduction.ts";
import { HINGES, type InteriorOptions } from "./accuracy.ts";

const solver = "core";

/** Fewer hinges than this are no burden to the conic solver. */
const LEAST_HINGES = 30;
/** Of either the work is cubic: trades and parts are an equality each. */
const MOST_EQUALITIES = 300, MOST_VARIABLES = 1_500;

/** Of a hinge: its own and one that bounds it from below, as a number. */
const MOST_ROWS = 2;

/**
 * Solves a reduction of many hinges by the interior point of the core, whose work does not grow with them as that of
 * the conic solver; roughly, to a few digits. Null where the reduction has other parts, or nothing was proven: that it
 * has no point, too.
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

/** Whether a variable comes more often than so. */
function haveMoreRows(variables: readonly number[], most: number): boolean {
  const rows = new Map<number, number>();
  return variables.some((u) => {
    const count = (rows.get(u) ?? 0) + 1;
    rows.set(u, count);
    return count > most;
  });
}
