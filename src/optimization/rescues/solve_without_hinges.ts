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
 * Computes a point at which no hinge costs anything, with multipliers of 0. Returns null if none is found. If the
 * objective has hinges alone, it is 0 at such a point, and only multipliers of 0 prove it optimal. An interior-point
 * method only approaches them.
 */
export function solveWithoutHinges(program: Program, kernels: Kernels): ReducedAnswer | null {
  return byLeastSquares(program, kernels) ?? byHingesAtRest(program, kernels);
}

/**
 * Fixes every hinge at its lower bound and solves for the other variables. Returns null unless the gap is exactly 0.
 */
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
 * Minimises Σ a² over the rows u ≥ a of the hinges, with a taken without its constant: a quadratic program over the
 * other variables. At a perfect hedge its active set leaves smaller errors in a than an interior-point method does.
 * Returns null if other variables have costs, or if the certificate does not hold.
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

/**
 * The coefficients of the rows of hinges without the hinges themselves: a row for each hinge, a column for each
 * variable up to the last one that such a row contains.
 */
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
