import { maximumNorm } from "../../domain/matrix.ts";
import type { ConicProgram, KernelCone } from "../../kernels/conic.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import { forEachEntry, mapped, powerNear, type ScaledProgram } from "./scaled_program.ts";
import { NO_ENTRY } from "../program/rounding.ts";

/** Number of passes over rows and columns. Each takes the square root of what is left of their sizes. */
const PASSES = 20;

/**
 * Scales rows and columns by powers of two so that the largest entry of each row and column of [P A'; A 0] is near 1,
 * for the objective ½ x'Px + q'x and rows A x + s = b. The rows of a curved cone get one common factor. Limits, and
 * variables of 1, then get a size of at most 1 by one more common factor, and the largest coefficient of the objective
 * becomes about 1. A return of 10^6 beside returns of 10^-3 needs this if the asset must be held. Ruiz (2001), A
 * scaling algorithm to equilibrate both rows and columns norms in matrices.
 */
export function equilibrate(conic: ConicProgram): ScaledProgram {
  const { P, q, A, b, cones } = conic;
  const column = new Float64Array(q.length).fill(1), row = new Float64Array(b.length).fill(1);
  for (let pass = 0; pass < PASSES; pass++) {
    const { ofColumns, ofRows } = sizesOf({ P, A }, { column, row });
    ofColumns.forEach((size, j) => column[j] *= rootOfInverse(size));
    largestByCone(ofRows, cones).forEach((size, i) => row[i] *= rootOfInverse(size));
  }
  const limits = b.map((value, i) => value * row[i]), weights = column.map((factor) => 1 / factor);
  const reach = Math.max(1, maximumNorm(limits), maximumNorm(weights));
  column.forEach((factor, j) => column[j] = powerNear(factor * reach));
  row.forEach((factor, i) => row[i] = powerNear(factor / reach));
  const scaledP = mapped(P, (value, i, j) => value * column[i] * column[j]);
  const scaledq = q.map((value, j) => value * column[j]);
  const largest = Math.max(maximumNorm(scaledP.values), maximumNorm(scaledq));
  const objective = largest === 0 ? 1 : powerNear(1 / largest);
  return {
    column,
    row,
    objective,
    conic: {
      cones,
      P: mapped(scaledP, (value) => value * objective),
      q: scaledq.map((value) => value * objective),
      A: mapped(A, (value, i, j) => value * row[i] * column[j]),
      b: b.map((value, i) => value * row[i]),
    },
  };
}

/** Returns the largest scaled entry of every column and row, as an absolute value. */
function sizesOf(
  { P, A }: Pick<ConicProgram, "P" | "A">,
  { column, row }: { column: Float64Array; row: Float64Array },
): { ofColumns: Float64Array; ofRows: Float64Array } {
  const ofColumns = new Float64Array(column.length), ofRows = new Float64Array(row.length);
  const raise = (sizes: Float64Array, at: number, size: number): void => {
    if (size > sizes[at]) sizes[at] = size;
  };
  forEachEntry(P, (value, i, j) => {
    const size = Math.abs(value) * column[i] * column[j];
    raise(ofColumns, i, size);
    raise(ofColumns, j, size);
  });
  forEachEntry(A, (value, i, j) => {
    const size = Math.abs(value) * row[i] * column[j];
    raise(ofColumns, j, size);
    raise(ofRows, i, size);
  });
  return { ofColumns, ofRows };
}

const LINEAR = new Set([zero, nonnegative].map((cone) => cone.kernelCone(1).tag));

/** Returns the sizes of the rows. All rows of a curved cone get the largest size in the cone. */
function largestByCone(sizes: Float64Array, cones: readonly KernelCone[]): Float64Array {
  const together = sizes.slice();
  let first = 0;
  for (const { tag, rows } of cones) {
    if (!LINEAR.has(tag)) together.fill(maximumNorm(sizes.subarray(first, first + rows)), first, first + rows);
    first += rows;
  }
  return together;
}

/**
 * Returns 1 / √size for a row or column whose largest entry is `size`. Returns 1 if that entry is below `NO_ENTRY`: it
 * is rounding, and scaled to 1 it would dominate all others.
 */
function rootOfInverse(size: number): number {
  return size < NO_ENTRY ? 1 : 1 / Math.sqrt(size);
}
