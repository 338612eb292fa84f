// Row i: by_i v_t + before_i v_(t-1) + (its terms in x), with t = place_i.

/**
 * Variables v without bounds that build up from period to period, such as running maxima. A row has none of them, one,
 * or one and the one before it. At most one row of each variable has the one before it too, or many entries of x.
 */
export interface Chain {
  readonly costs: Float64Array;
  /** Largest number of entries of x in a sparse row. */
  readonly fewEntries: number;
  readonly hinges: ChainLinks;
  readonly limits: ChainLinks;
}

/** For each row, its variable (-1 for none), the coefficient of that, and the coefficient of the one before it. */
export interface ChainLinks {
  readonly place: Int32Array;
  readonly by: Float64Array;
  readonly before: Float64Array;
}

/** Tells whether all parts have one entry for each row. */
export function areLinksOf({ place, by, before }: ChainLinks, rows: number): boolean {
  return place.length === rows && by.length === rows && before.length === rows;
}
