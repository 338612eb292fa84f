/**
 * Variables without bounds, of which a row has none, one, or one and that before it: what builds up from period to
 * period. A row that ties two has any part of x, a further row of one of them few entries.
 */
export interface Chain {
  readonly costs: Float64Array;
  /** Up to so many entries of x are few. */
  readonly fewEntries: number;
  readonly hinges: ChainLinks;
  readonly limits: ChainLinks;
}

/** By row: which variable it has, -1 for none, times what, and times what the one before it. */
export interface ChainLinks {
  readonly place: Int32Array;
  readonly by: Float64Array;
  readonly before: Float64Array;
}

/** Whether links are those of so many rows. */
export function areLinksOf({ place, by, before }: ChainLinks, rows: number): boolean {
  return place.length === rows && by.length === rows && before.length === rows;
}
