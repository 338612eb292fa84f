/** What a column of the conic form is. */
export const OTHER = 0, HINGE = 1, CHAIN = 2;

/** What each column is, and its place among its like. */
export interface Columns {
  readonly kind: Uint8Array;
  readonly place: Int32Array;
  readonly hinges: number;
  readonly chain: number;
  readonly others: number;
}

/** What a row of the conic form is: `by` divides it, `at` is its place among its like or that of its variable. */
export interface Role {
  readonly kind: "equality" | "limit" | "hinge" | "positive" | "lower" | "upper";
  readonly at: number;
  readonly by: number;
}

/** The entries of a step that are of no hinge and no chain; null where one is not known. */
export function othersOf(step: Float64Array, kind: Uint8Array): Float64Array | null {
  const others = step.filter((_, k) => kind[k] === OTHER);
  return others.every(Number.isFinite) ? others : null;
}
