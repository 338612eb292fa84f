/** One page of a list, with the start of the next page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /**
   * Position of the next page in the list; null on the last page. `http/pagination.ts` seals it before a client sees
   * it.
   */
  readonly nextCursor: string | null;
}

/** A request for one page of a list. */
export interface PageRequest {
  /** Number of items on the page, from 1 to 100. */
  readonly limit: number;
  /** The `nextCursor` of the previous page; null for the first page. */
  readonly cursor: string | null;
}
