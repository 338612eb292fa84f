/** Type of one page of a list, with the position of the next page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /**
   * Position at which the next page of the list begins; null on the last page. `http/pagination.ts` signs it before a
   * client sees it.
   */
  readonly nextCursor: string | null;
}

/** Type of the request for one page of a list: page size and position. */
export interface PageRequest {
  /** Largest number of items on the page, from 1 to 100. */
  readonly limit: number;
  /** The `nextCursor` of the previous page of the list; null for the first page. */
  readonly cursor: string | null;
}
