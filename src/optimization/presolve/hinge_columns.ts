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
 * What a row of the conic form becomes in a program of hinges (`engines/hinges/hinge_program.ts`): a row of its
 * equalities, limits or hinges, the lower bound of a hinge (`positive`), or a bound of another variable. `at` is the
 * index of the row in its kind, or of the variable of a bound; the row is divided by `by`.
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
