import { engineOf } from "../certify/solver_name.ts";
import type { Program, Variables } from "../program/program.ts";

/** Work of any program beside its own entries, in matrix entries. */
const OF_ITS_OWN = 1000;

/** Factor on the work of a program with running maxima or drawdowns. */
const OF_MAXIMA = 8;

/** A factorisation takes the work of the cube of the number of free weights, divided by this, in matrix entries. */
const CUBES_AN_ENTRY = 60;

/**
 * Estimates the work of solving a program, in matrix entries that are read. All entries of the program count once, and
 * so does one factorisation of a matrix of the free weights: those that end between their bounds. An iteration of an
 * interior-point method counts a sixth of that. An iteration of an active-set method counts a row of entries for each
 * active row, of which there are at most as many as weights.
 */
export function workOfSolve(
  { quadratic, rows, lower, upper, maxima, drawdowns }: Program,
  { offset, count }: Variables,
  { solver, iterations, x }: { readonly solver: string; readonly iterations: number; readonly x: Float64Array | null },
): number {
  let free = 0;
  for (let j = offset; j < offset + count; j++) if (x === null || (x[j] > lower[j] && x[j] < upper[j])) free++;
  const ofMatrices = quadratic.reduce((sum, { size }) => sum + size ** 2, 0);
  const entries = OF_ITS_OWN + rows.length * count + ofMatrices + free ** 3 / CUBES_AN_ENTRY;
  const ofIterations = iterations * (engineOf(solver) === "core" ? count * Math.min(count, rows.length) : entries / 6);
  return (maxima.length + drawdowns.length > 0 ? OF_MAXIMA : 1) * entries + ofIterations;
}
