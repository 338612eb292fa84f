import { type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import type { Point } from "../../program/point.ts";

/** The least of ½ y'My + p q'x, and its multipliers, by the rows of the program without the limit on y'My. */
export interface Priced extends Point {
  /** The price p. */
  readonly at: number;
  /** y'My. */
  readonly square: number;
}

/** What two answers mix to at a share of the way from one to the other, also beyond them. */
export function mixedPoint(a: Priced, b: Priced, share: number): Priced {
  const mixed = (from: Float64Array, to: Float64Array): Float64Array =>
    from.map((entry, i) => entry === to[i] ? entry : (1 - share) * entry + share * to[i]);
  return {
    x: mixed(a.x, b.x),
    z: mixed(a.z, b.z),
    at: (1 - share) * a.at + share * b.at,
    square: (1 - share) * a.square + share * b.square,
  };
}

/** Where on the way from a to b the square is what is asked for, of which a has no more and b no less. */
export function shareAt(square: number, a: Priced, b: Priced, limit: QuadraticLimit): number {
  const curvature = squareAt(b.x.map((entry, i) => entry - a.x[i]), limit);
  const slope = b.square - a.square - curvature, missing = Math.max(0, square - a.square);
  // The root of curvature s² + slope s = missing that loses no digits; the slope is 0 or more along efficient points.
  const root = Math.sqrt(Math.max(0, slope ** 2 + 4 * curvature * missing));
  const share = 2 * missing / (Math.max(0, slope) + root);
  return Number.isFinite(share) ? Math.min(1, share) : 0.5;
}
