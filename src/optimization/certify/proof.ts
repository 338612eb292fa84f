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
