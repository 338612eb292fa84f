/** The distance of a point from a proven optimum. `certify` computes the three figures from the program alone. */
export interface Residuals {
  /**
   * The largest distance of a row from its cone, in the unit of the row, or of a variable from its bounds, divided by
   * the program's scaling variable. The row that normalises a homogenised program counts as a share of its constant.
   */
  readonly primal: number;
  /**
   * The largest reduced cost P x + q - C'z that no bound stops, relative to the largest entry of |P||x| + |q| +
   * |C|'|z|, for the objective ½ x'Px + q'x and rows C x + c with multipliers z.
   */
  readonly dual: number;
  /**
   * The duality gap relative to the size of the objective. If the objective is only rounding, it is relative to a
   * millionth of the larger of two sizes: the sum of the sizes of its terms, and the largest slope times the largest
   * variable or scaling variable.
   */
  readonly gap: number;
}

/** The largest residuals of an optimal point, and of rows that count as met. */
export const PROOF: Residuals = {
  // A billionth of the portfolio is less than any trade, and more than the rounding of sums of thousands of weights.
  primal: 1e-9,
  // Seven digits of the slopes are left by an interior-point method that closes its gap to 1e-10.
  dual: 1e-7,
  // Seven digits of the objective are more than the estimates in it have.
  gap: 1e-7,
};

/**
 * Largest relative gap with which a search over held assets proves its weights: from their objective to the bound on
 * the objective of all other sets of held assets.
 */
export const INTEGER_GAP = 1e-6;

/** A quadratic limit sqrt(y'My) ≤ l is kept if y'My is at most (1 + this) l². */
export const SQUARE_TOLERANCE = 1e-9;

// Rounding of objectives

/**
 * An objective below `LOST` times the sum of the sizes of its terms is only rounding. So is one below `LOST_OF_ROWS`
 * times the sums of rows of which it is made, because its variables may be sums of rows that cancel.
 */
export const LOST = 1e-14, LOST_OF_ROWS = 1e-13;

/**
 * If an objective is only rounding (`LOST`), its gap is relative to at least this share of the sum of its absolute
 * terms, which cancel in a perfect hedge. On a critical line this holds for every objective.
 */
export const CANCELLED = 1e-6;

/**
 * If an objective is only rounding, its gap is also relative to at least this share of its largest slope times the
 * largest variable or the scaling variable: without any risk all its terms vanish.
 */
export const VANISHING = 1e-6;

/**
 * If the objective ½ x'Px nearly vanishes, its gap is relative to at least this share of the largest P_jj x_j². A
 * volatility whose square is that share is 1e-10 of that of a single holding, and only rounding.
 */
export const FLAT_SQUARE = 1e-20;

// Rounding of slopes and multipliers

/**
 * A slope towards an infinite bound must be 0. It counts as 0 below this share of the largest slope, or of the sizes of
 * its own terms.
 */
export const NO_SLOPE = 1e-12;

/**
 * In the set of all optima, a variable or row may move if its reduced cost or multiplier is below this share of the
 * largest slope, which is rounding.
 */
export const ROUNDED_SLOPE = 1e-10;

/**
 * In a proof of infeasibility the multipliers of the rows u ≥ a of a hinge sum to at most this share of the cost of u
 * in limits. Up to that cost, the sum of all rows times multipliers does not grow with u; the rest is a margin for
 * rounding.
 */
export const LESS_THAN_COST = 1 - 1e-12;

// Proofs of infeasibility and of unboundedness

/**
 * Factor on the largest value of a variable that others determine, in a proof of infeasibility. Weights may miss their
 * limits within the tolerance, and a variable made of weights then exceeds that value by as small a share.
 */
export const MORE_THAN_MISSED = 1 + 1e-6;

/**
 * The dense solver finds certificates of infeasibility and rays by least squares, over rows scaled to entries of at
 * most 1. A residual below this is rounding: the rows can be met, or the direction is a ray.
 */
export const CERTIFICATE_NOISE = 1e-10;

/**
 * Largest residual of a certificate of infeasibility or unboundedness from the conic solver. Larger ones are rejected.
 */
export const CERTIFICATE_RESIDUAL = 1e-3;

/**
 * Returns the distance by which the rows of a block may be missed, in the units of the program: the primal tolerance
 * divided by the unit of the block.
 */
export function toleranceOf({ unit }: { readonly unit: number }): number {
  return PROOF.primal / unit;
}

/** Tells whether residuals are within limits. NaN is not. */
export function meets(residuals: Residuals, limit: Residuals = PROOF): boolean {
  return residuals.primal <= limit.primal && residuals.dual <= limit.dual && residuals.gap <= limit.gap;
}

/** Returns the worst residual as a multiple of its tolerance. */
export function excess({ primal, dual, gap }: Residuals): number {
  return Math.max(primal / PROOF.primal, dual / PROOF.dual, gap / PROOF.gap);
}
