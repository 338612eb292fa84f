// A chain adds variables v to the rows of a `HingeProgram`: row i has the terms by_i v_t + before_i v_(t-1) with t =
// place_i, beside its terms in x.

/**
 * The variables v of a chain, without bounds, which build up from period to period, such as running maxima. `costs` are
 * their coefficients in the objective; `hinges` and `limits` are their coefficients in the rows of hinges and of
 * limits. A row contains none of them, one, or one and the variable before it. Each variable has at most one row that
 * also contains the variable before it or more than `fewEntries` entries of x.
 */
export interface Chain {
  readonly costs: Float64Array;
  /** Largest number of entries of x in a sparse row. */
  readonly fewEntries: number;
  readonly hinges: ChainLinks;
  readonly limits: ChainLinks;
}

/**
 * The coefficients of the variables v of a chain in some rows. For each row: the index t of its variable (`place`, -1
 * for none), the coefficient of v_t (`by`), and the coefficient of v_(t-1) (`before`).
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
