/** A page of a list, and where the next one begins; null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** A place in the order of the list; `http/pagination.ts` seals it before a client sees it. */
  readonly nextCursor: string | null;
}

/** Which page of a list is asked for. */
export interface PageRequest {
  /** 1 to 100 */
  readonly limit: number;
  /** The `nextCursor` of the page before; null for the first. */
  readonly cursor: string | null;
}
