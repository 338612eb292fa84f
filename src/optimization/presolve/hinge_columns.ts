/** Kind of a column of the conic form: the variable of a hinge, the variable of a chain, or any other. */
export const OTHER = 0, HINGE = 1, CHAIN = 2;

/** The kind of each column, its index among the columns of its kind, and the number of columns of each kind. */
export interface Columns {
  readonly kind: Uint8Array;
  readonly place: Int32Array;
  readonly hinges: number;
  readonly chain: number;
  readonly others: number;
}

/**
 * The part of a row of the conic form in a program of hinges. `at` is the index of the row in its kind, or of its
 * variable if the row is a bound; `by` divides the row.
 */
export interface Role {
  readonly kind: "equality" | "limit" | "hinge" | "positive" | "lower" | "upper";
  readonly at: number;
  readonly by: number;
}

/** Returns the entries of a step that belong to neither hinges nor chain; null if one of them is not finite. */
export function othersOf(step: Float64Array, kind: Uint8Array): Float64Array | null {
  const others = step.filter((_, k) => kind[k] === OTHER);
  return others.every(Number.isFinite) ? others : null;
}
