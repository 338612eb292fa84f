import { Enclosure, type Tried } from "./enclosure.ts";

/** What a search for a price begins with, and how it goes on. */
export interface PriceSearch<Found extends Tried> {
  /** What was found at the first price, and at a second one where that is known too. */
  readonly near: Found;
  readonly far?: Found | null;
  /** What is found at a price, from what was found at one near it; null where nothing is, which ends the search. */
  at(price: number, near: Found): Found | null;
  /** The next price while none is known beyond the one sought; `far` is the one before, null at first. */
  further(near: Found, far: Found | null): number;
  /** Prices tried until two enclose the one sought, and after that. */
  readonly most: number;
}

/** The last price that was tried, and one before it: where `isEnclosed`, on the other side of the one sought. */
export interface TriedPrice<Found extends Tried> {
  readonly near: Found;
  readonly far: Found;
  readonly isEnclosed: boolean;
}

/**
 * Seeks the price p ≥ 0 with e(p) = 0, where e(p) is the `excess` of what is best at p: a search goes further until two
 * prices enclose the one sought, and then by false position. Yields each price that is tried; whoever asks ends it.
 */
export function* triedPrices<Found extends Tried>(
  { near, far = null, at, further, most }: PriceSearch<Found>,
): Generator<TriedPrice<Found>> {
  let enclosure = far !== null && isAcross(near, far) ? new Enclosure(near, far) : null;
  for (let tried = 1; tried <= most; tried++) {
    const next = at(enclosure?.crossing ?? further(near, far), near);
    if (next === null) return;
    const isOver = isAcross(near, next);
    if (enclosure !== null) enclosure.narrow(next);
    else if (isOver) [enclosure, tried] = [new Enclosure(near, next), 0];
    if (enclosure === null || isOver || far === null) far = near;
    near = next;
    yield { near, far, isEnclosed: enclosure !== null };
  }
}

function isAcross(one: Tried, other: Tried): boolean {
  return one.excess > 0 !== other.excess > 0;
}
