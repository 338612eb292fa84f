import { type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import type { Point } from "../../program/point.ts";

/** The minimum of ½ y'My + p q'x, with multipliers of the rows of the program without the limit on y'My. */
export interface Priced extends Point {
  /** The price p. */
  readonly at: number;
  /** y'My. */
  readonly square: number;
}

/**
 * Returns (1 - share) a + share b. Shares beyond [0, 1] extrapolate. Linear interpolation of `square` is approximate.
 */
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

/**
 * Returns the share of the way from a to b at which y'My equals `square`, with y'My at most `square` at a and at least
 * `square` at b.
 */
export function shareAt(square: number, a: Priced, b: Priced, limit: QuadraticLimit): number {
  const curvature = squareAt(b.x.map((entry, i) => entry - a.x[i]), limit);
  const slope = b.square - a.square - curvature, missing = Math.max(0, square - a.square);
  // This form of the root of curvature s² + slope s = missing avoids cancellation. Along efficient points the slope is
  // at least 0.
  const root = Math.sqrt(Math.max(0, slope ** 2 + 4 * curvature * missing));
  const share = 2 * missing / (Math.max(0, slope) + root);
  return Number.isFinite(share) ? Math.min(1, share) : 0.5;
}
