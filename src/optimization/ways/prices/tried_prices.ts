import { Enclosure, type Tried } from "./enclosure.ts";

/** Start and steps of a search for a price. */
export interface PriceSearch<Found extends Tried> {
  /** The answer at the first price, and at a second one if it is known. */
  readonly near: Found;
  readonly far?: Found | null;
  /** Returns the answer at a price, from the answer at a nearby one. Null ends the search. */
  at(price: number, near: Found): Found | null;
  /**
   * Returns the next price before two answers enclose the price sought. `far` is the answer before `near`, null at
   * first.
   */
  further(near: Found, far: Found | null): number;
  /** Most prices before two enclose the price sought, and as many after that. */
  readonly most: number;
}

/** The last answer and an earlier one. If `isEnclosed`, they lie on opposite sides of the price sought. */
export interface TriedPrice<Found extends Tried> {
  readonly near: Found;
  readonly far: Found;
  readonly isEnclosed: boolean;
}

/**
 * Seeks the price p ≥ 0 with e(p) = 0, where e(p) is the `excess` of the answer at p. The prices first step on until
 * two answers enclose the price sought, then false position narrows them. Yields each answer; the caller ends the
 * search.
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
