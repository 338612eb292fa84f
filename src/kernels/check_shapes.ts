import type { Matrix } from "../domain/matrix.ts";

/** Throws a RangeError unless a matrix has as many entries as its shape says. */
export function checkMatrix(of: Matrix): void {
  if (of.data.length !== of.rows * of.columns) {
    throw new RangeError(
      `A ${of.rows} × ${of.columns} matrix needs ${of.rows * of.columns} entries, got ${of.data.length}`,
    );
  }
}

/** Throws a RangeError unless every value is finite. */
export function checkFinite(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`Entry ${i} is not finite, got ${values[i]}`);
  }
}

/** Throws a RangeError with that sentence unless the condition holds. */
export function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new RangeError(otherwise);
}
