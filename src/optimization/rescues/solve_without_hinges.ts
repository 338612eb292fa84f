import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { certify } from "../certify/certify.ts";
import { settled } from "../program/point.ts";
import type { Program } from "../program/program.ts";
import { polish } from "../refine/polish.ts";
import { meets } from "../certify/proof.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveReduced } from "../engines/mod.ts";
import { withoutBlocks } from "../program/without_blocks.ts";

/**
 * A point at which no hinge costs anything, null where the rules allow none. Where hinges are all that the objective
 * has, it is then 0, which no multipliers but 0 show: an interior method only comes near them.
 */
export function solveWithoutHinges(program: Program, kernels: Kernels): ReducedAnswer | null {
  return byLeastSquares(program, kernels) ?? byHingesAtRest(program, kernels);
}

/** By rules that hold every hinge at its bound. */
function byHingesAtRest(program: Program, kernels: Kernels): ReducedAnswer | null {
  const reduction = wholeOf(program);
  for (const u of program.hinges.variable) {
    reduction.free[u] = 0;
    reduction.origin[u] = program.lower[u];
  }
  const solved = solveReduced(program, kernels, reduction);
  if (solved.status !== "solved") return null;
  const point = { x: solved.point.x, z: new Float64Array(solved.point.z.length) };
  return certify(program, point).gap === 0 ? { ...solved, point } : null;
}

/**
 * By the least Σ a² over the hinges u ≥ a, a quadratic program over the other variables, whose active set leaves less
 * of the a of a perfect hedge than an interior method does. Null where that does not prove itself.
 */
function byLeastSquares(program: Program, kernels: Kernels): ReducedAnswer | null {
  const ofHinges = new Set(program.hinges.variable), rowsOfHinges = new Set(program.hinges.row);
  if (program.linear.some((cost, j) => cost !== 0 && !ofHinges.has(j))) return null;
  if (!program.quadratic.every(({ offset }) => ofHinges.has(offset))) return null;
  const blocks = Array.from(program.blocks.keys()).filter((k) => rowsOfHinges.has(program.blocks[k].firstRow));
  const coefficients = coefficientsOf(program, ofHinges);
  const squares: Program = {
    ...withoutBlocks(program, blocks),
    quadratic: [{
      offset: 0,
      size: coefficients.columns,
      matrix: kernels.linearAlgebra.crossProduct(coefficients),
      factor: 1,
    }],
    linear: new Float64Array(program.size),
    lower: program.lower.map((low, j) => ofHinges.has(j) ? 0 : low),
    upper: program.upper.map((high, j) => ofHinges.has(j) ? 0 : high),
    settlers: [],
  };
  const solved = solveReduced(squares, kernels, wholeOf(squares));
  if (solved.status !== "solved") return null;
  const { x } = polish(squares, solved.point, kernels).point;
  const point = settled(program, { x, z: new Float64Array(program.rows.length) });
  return meets(certify(program, point)) ? { ...solved, point } : null;
}

/** The coefficients of the hinges' rows by the variables up to the last that is in one and no hinge itself. */
function coefficientsOf({ rows, hinges: { row } }: Program, ofHinges: ReadonlySet<number>): Matrix {
  const terms: { readonly h: number; readonly column: number; readonly value: number }[] = [];
  let columns = 0;
  row.forEach((i, h) =>
    rows.forEachTerm(i, (column, value) => {
      if (ofHinges.has(column)) return;
      terms.push({ h, column, value });
      columns = Math.max(columns, column + 1);
    })
  );
  const coefficients = matrix(row.length, columns);
  for (const { h, column, value } of terms) coefficients.data[h * columns + column] += value;
  return coefficients;
}
