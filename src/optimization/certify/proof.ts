/** The distance of a point from a proven optimum. `certify` computes the three figures from the program alone. */
export interface Residuals {
  /**
   * The largest distance of a row from its cone, in the unit of the row, or of a variable from its bounds, divided by
   * the program's scaling variable. The row that normalises a homogenised program counts as a share of its constant.
   */
  readonly primal: number;
  /** The largest reduced cost that no bound stops, relative to the largest entry of |P||x| + |q| + |C|'|z|. */
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

/** Largest relative gap of a proof over all choices of held assets. The search bounds its programs to this accuracy. */
export const INTEGER_GAP = 1e-6;

/** Share of its square by which a quadratic limit may be missed. */
export const SQUARE_TOLERANCE = 1e-9;

// Rounding of objectives

/**
 * An objective below `LOST` times the sum of its terms is only rounding. So is one below `LOST_OF_ROWS` times its
 * largest slope times the largest variable, because slopes may be sums of rows.
 */
export const LOST = 1e-14, LOST_OF_ROWS = 1e-13;

/**
 * The gap is relative to the value of the objective, but at least to this share of the sum of its absolute terms, which
 * cancel to about 0 in a perfect hedge.
 */
export const CANCELLED = 1e-6;

/**
 * If the terms of an objective vanish, as without any risk, its size counts as at least this share of its largest slope
 * times the largest variable.
 */
export const VANISHING = 1e-6;

/**
 * Share of the largest square. Below it, a volatility is less than 1e-10 of that of a single holding, and only
 * rounding.
 */
export const FLAT_SQUARE = 1e-20;

// Rounding of slopes and multipliers

/** Share of the largest slope: a smaller slope is 0. */
export const NO_SLOPE = 1e-12;

/**
 * Share of the largest slope: smaller reduced costs and multipliers are rounding, so that their variables and rows may
 * move.
 */
export const ROUNDED_SLOPE = 1e-10;

/**
 * Share of the cost of a hinge in its limits that the multipliers of its own rows may reach. The rest is a margin for
 * rounding.
 */
export const LESS_THAN_COST = 1 - 1e-12;

// Proofs of infeasibility and of unboundedness

/**
 * Factor on the distance that a variable may go. Limits may be missed, and a variable that is made of weights then goes
 * further by as little as the weights do.
 */
export const MORE_THAN_MISSED = 1 + 1e-6;

/** Residuals of a certificate below this are rounding, for rows scaled to entries of at most 1. */
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
