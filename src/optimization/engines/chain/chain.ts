// Row i is by_i v_t + before_i v_(t-1) + (terms in x), where t = place_i.

/**
 * Variables v without bounds that build up from period to period, such as running maxima. A row contains none of them,
 * one, or one and the variable before it. Each variable has at most one row that also contains the variable before it
 * or many entries of x.
 */
export interface Chain {
  readonly costs: Float64Array;
  /** Largest number of entries of x in a sparse row. */
  readonly fewEntries: number;
  readonly hinges: ChainLinks;
  readonly limits: ChainLinks;
}

/**
 * For each row, the index of its variable (-1 for none), the coefficient of this variable, and the coefficient of the
 * variable before it.
 */
export interface ChainLinks {
  readonly place: Int32Array;
  readonly by: Float64Array;
  readonly before: Float64Array;
}

/** Tells whether all parts have one entry for each row. */
export function areLinksOf({ place, by, before }: ChainLinks, rows: number): boolean {
  return place.length === rows && by.length === rows && before.length === rows;
}
