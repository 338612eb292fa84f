/** How far a point is from a proven optimum. `certify` computes the three figures from the program alone. */
export interface Residuals {
  /**
   * The largest distance of a row from its cone, or of a variable from its bounds, in the unit of the row, divided by
   * the program's scale.
   */
  readonly primal: number;
  /** Relative to the largest entry of |P||x| + |q| + |A|'|z|. */
  readonly dual: number;
  /**
   * Relative to the size of the objective; where rounding alone is left of it, to a millionth of the sum of the sizes
   * of its terms, or of the largest slope times the largest variable, or 1, if that is more.
   */
  readonly gap: number;
}

/** What a point must meet to be called optimal, and rows to be called met. */
export const PROOF: Residuals = {
  // A billionth of a weight: below anything traded, above the rounding of sums of thousands of weights.
  primal: 1e-9,
  // Slopes to seven digits: what an interior method that closes its gap to 1e-10 leaves of multipliers.
  dual: 1e-7,
  // The objective to seven digits, more than the estimates that go into it have.
  gap: 1e-7,
};

/** The gap of a proof over all choices of what is held: as far as the programs of a search are bounded. */
export const INTEGER_GAP = 1e-6;

/** The share of its square that a quadratic limit may be missed by. */
export const SQUARE_TOLERANCE = 1e-9;

// What rounding leaves of an objective

/**
 * An objective of no more than this share of its terms is what rounding leaves of their sum; one of no more than that
 * of its slopes times the largest variable, where these are sums of rows, what rounding leaves of those.
 */
export const LOST = 1e-14, LOST_OF_ROWS = 1e-13;

/**
 * Where rounding alone is left of the terms of an objective, as of those of a perfect hedge, it counts as this share of
 * them: a proof is then of 1e-13 of the terms, as much as sums of hundreds of them have.
 */
export const CANCELLED = 1e-6;

/**
 * Where the terms of an objective vanish, as those of a portfolio without risk, they count as this share of their
 * slopes.
 */
export const VANISHING = 1e-6;

/** Of the largest square alone: a volatility of 1e-10 of what is held at most is what rounding leaves of none. */
export const FLAT_SQUARE = 1e-20;

// What rounding leaves of slopes and multipliers

/** Of the largest slope: less of one is none. */
export const NO_SLOPE = 1e-12;

/** Costs and multipliers below this share of the largest slope are rounding: what they keep in place may move. */
export const ROUNDED_SLOPE = 1e-10;

/** The share of what its limits make a hinge cost that its own rows may claim: the rest is for rounding. */
export const LESS_THAN_COST = 1 - 1e-12;

// Proofs that rules contradict one another, or that nothing limits an objective

/** What rules may be missed by moves what is made of weights by as little. */
export const MORE_THAN_MISSED = 1 + 1e-6;

/** Residuals of a certificate below this, of rows scaled to entries of at most 1, are rounding. */
export const CERTIFICATE_NOISE = 1e-10;

/** Largest residual with which a certificate of infeasibility or unboundedness of the conic solver is looked at. */
export const CERTIFICATE_RESIDUAL = 1e-3;

/** How far the rows of a block may be missed, as they stand in a program: by what a proof allows of the rule's unit. */
export function toleranceOf({ unit }: { readonly unit: number }): number {
  return PROOF.primal / unit;
}

/** Whether residuals are within limits; one that is not a number is not. */
export function meets(residuals: Residuals, limit: Residuals = PROOF): boolean {
  return residuals.primal <= limit.primal && residuals.dual <= limit.dual && residuals.gap <= limit.gap;
}

/** The worst residual as a multiple of what the proof allows. */
export function excess({ primal, dual, gap }: Residuals): number {
  return Math.max(primal / PROOF.primal, dual / PROOF.dual, gap / PROOF.gap);
}
