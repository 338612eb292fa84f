/**
 * Returns the places of shares by their work, the largest first, so that no worker begins a large share when the others
 * have nothing left to do. Shares of the same work stay in their order.
 */
export function largestFirst(works: readonly number[]): readonly number[] {
  return works.map((work, place) => ({ work, place })).toSorted((a, b) => b.work - a.work).map(({ place }) => place);
}
