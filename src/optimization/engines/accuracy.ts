import type { ConicOptions } from "../../kernels/conic.ts";
import type { Residuals } from "../certify/proof.ts";

// Tolerances of engines and searches. None of them proves anything: certify/proof.ts has the tolerances of a proof.

/** When an interior-point method stops. */
export interface InteriorOptions {
  readonly tolerance: number;
  readonly maxIterations: number;
}

// Engines

/** The tolerance of the conic solver. Its answers are polished, so that more digits are not needed. */
export const CONIC: ConicOptions = { tolerance: 1e-10, maxIterations: 200 };
/** Largest primal residual, relative to the size of the point, with which an answer of the conic solver is used. */
export const CAME_NEAR = 1e-4;
/** The interior-point method for hinges. */
export const HINGES: InteriorOptions = { tolerance: 1e-10, maxIterations: 120 };
/** The interior-point method for hinges, if a rough answer is enough that shows which hinges are 0. */
export const ROUGH_HINGES: InteriorOptions = { tolerance: 1e-3, maxIterations: 40 };
/**
 * The interior-point method for drawdowns. Their multipliers are sums over all later periods, which takes more digits.
 */
export const CHAIN: InteriorOptions = { tolerance: 1e-12, maxIterations: 80 };
/**
 * In rounds that solve with few free variables: the first iterate within this tolerance ends the round if other
 * variables must be freed. A variable then counts if its reduced cost is below minus this share of the largest one.
 */
export const ROUGH_CHAIN = 1e-3;
/** The interior-point method for logarithms. */
export const LOGARITHMS: InteriorOptions = { tolerance: 1e-11, maxIterations: 60 };
/**
 * An interior-point method that makes no more progress is at the limit of its arithmetic if its gap and residuals,
 * relative to the size of their terms, are at most this.
 */
export const NEAR_END = 1e-6;
/** An interior-point method ends if at most this share of Newton's step keeps slacks and multipliers above 0. */
export const SHORTEST_INTERIOR_STEP = 1e-8;
/**
 * Least size that an objective over drawdowns is given, as a share of its largest cost times its largest variable.
 * Tolerances are relative to that size, and without any drawdown all terms of the objective are 0.
 */
export const VANISHING_DRAWDOWNS = 1e-6;
/**
 * Share of a diagonal entry of the normal equations that is added to the diagonal, so that they can be factored even if
 * a variable has no bound, no curvature and no inequality.
 */
export const REGULARIZATION = 1e-14;
/**
 * The normal equations leave out hinges whose weight in them is below this share of the largest weight of a hinge. The
 * step is then refined: it is corrected by a solve for the residual of the equations with all hinges.
 */
export const NEGLIGIBLE_HINGE = 1e-9;
/**
 * Largest correction of a step for the hinges that the normal equations leave out, as a share of the step. If it is
 * larger, the equations are factored again with all hinges.
 */
export const SMALL_CORRECTION = 1e-2;
/** Tolerance of the dense solver of quadratic programs, relative to the size of the terms of each residual. */
export const QUADRATIC_TOLERANCE = 1e-10;
/**
 * The active-set method for bounds and one sum frees a variable from its bound if its reduced cost exceeds this share
 * of the terms of the gradient. It is far below the tolerance of an answer, so that the remaining error is within that
 * tolerance.
 */
export const PRICING_TOLERANCE = 1e-12;
/**
 * An answer of the active-set method for bounds and one sum is used if the slopes of its Lagrangian along free
 * variables are at most this share of their terms.
 */
export const STATIONARITY = 1e-10;

/**
 * Attempts to find an optimal point from which the critical line is followed, tried in turn. `share` is about the
 * amount by which limits and costs are moved first, so that no two limits meet in that point. A weight within `near` of
 * a bound counts as at the bound.
 */
export const CORNER_ENTRIES = [
  { share: 0, near: 1e-10 },
  { share: 1e-7, near: 3e-10 },
  { share: 1e-5, near: 1e-9 },
  { share: 0, near: 1e-8 },
];

// Searches by prices

/**
 * As a share of the larger of the two prices that enclose the price of a quadratic limit: if they are closer, their
 * answers are the same, and the search goes no further.
 */
export const SAME_PRICE = 1e-9;
/**
 * As a share of the highest price of a limit on a sum of absolute weights: the search lowers the price step by step,
 * and below this share it tries 0.
 */
export const LOWEST_PRICE = 1e-4;
/**
 * As a share of the limit: a sum of absolute weights this near to it ends the search for its price, because the weights
 * are only a starting guess.
 */
export const CLOSE_TO_SIZE = 1e-3;
/**
 * The search for the penalty of a norm tries a step of Newton's method once the norm is within the first of these
 * shares of its limit, again within the second, and so on. It ends after the last. With hinges the shares are smaller:
 * further away other hinges are at their kinks, and a step costs more than many penalties.
 */
export const NEAR_NORM = { withoutHinges: [1e-3, 1e-5, 1e-8], withHinges: [1e-6, 1e-8] };
/**
 * Shares tried in turn until one gives a proof. For a limit y'My ≤ L² the search for its price aims at L² times 1 plus
 * such a share: a limit at the least y'My of all is reached only at a price of 0, from which no multiplier follows. All
 * are below `SQUARE_TOLERANCE`, the breach that a proof allows, and above rounding.
 */
export const AIMED_BEYOND = [1e-12, 1e-11, 1e-10];
/**
 * A search for a limit y'My ≤ L² minimises p q'x + ½ y'My, where the price p weighs the cost q'x. If no positive p
 * keeps the limit, the answers at this share of a price that breaks it, and at twice the share, are extrapolated to a
 * price of 0. The two shares are tried in turn.
 */
export const SMALL_BEYOND = [1e-6, 1e-8];

// Searches by tangents and models

/**
 * A line search accepts a step if the objective falls by at least this share of the decrease that the slopes at its
 * start predict (Nocedal 3.1).
 */
export const KEPT_PROMISE = 1e-4;
/**
 * While the predicted decrease exceeds this share of the objective, Newton's method solves its models without a proof,
 * and running maxima keep the peaks that they have at the current point.
 */
export const FAR_PROMISE = 1e-2;
/** As a share of the whole step: a line search ends when it has halved the step this far. */
export const SHORTEST_STEP = 2 ** -40;
/** A search by quadratic models has converged if no variable changes by more than this. */
export const SAME_SQUARES = 1e-5;

// Search over held assets

/** In a search by swaps, a set of held assets is better if its objective is lower by at least this share. */
export const BETTER_SUPPORT = 1e-10;

// Shares of the tolerance of a proof

/**
 * As a share of the tolerance of a proof: an answer with smaller residuals is well inside the proof, and need not get
 * better.
 */
export const CLEAR_OF_PROOF = 1e-2;
/**
 * As a share of the tolerance of a proof, for a search by prices: its certificate divides the residuals of an answer by
 * the price. Smaller ones stay well inside the proof even if the price is small.
 */
export const EXACT_OF_PROOF = 1e-7;
/**
 * As a share of the tolerance of a proof: a search by tangents ends below it, because smaller residuals gain no digit
 * that a user sees.
 */
export const GOOD_ENOUGH_OF_PROOF = 1e-5;
/** As a share of the tolerance of a proof: a start of Newton's method with smaller residuals is an answer already. */
export const SOLVED_OF_PROOF = 1e-3;
/**
 * Below this many times the tolerance of a proof, a search by tangents is near the optimum, and the last tangents alone
 * describe the objective best.
 */
export const NEAR_PROOF = 1e5;

// Polish

/**
 * Polish counts a bound or a row as active if its slack is below these shares of the largest variable. With
 * `byMultipliers` it also counts a row whose slack is smaller than its multiplier, as shares of the largest. The
 * entries are tried in turn until one leads to a proof. The last ignores the multipliers of rows: where two limits
 * nearly meet, only the difference of their multipliers is known.
 */
export const NEARNESS = [
  ...[1e-9, 1e-6, 1e-4].map((share) => ({ bounds: share, rows: share, byMultipliers: true })),
  { bounds: 1e-8, rows: 1e-11, byMultipliers: false },
];
/** Tolerance of the solvers for a step on an active set: the limit of their arithmetic. */
export const STEP_TOLERANCE = 1e-12;
/** Added to the diagonal of a step's objective, which has size 1, to make it strictly convex. */
export const PROXIMAL = 1e-10;
/**
 * Polish ends at these residuals, because more digits are not visible to a user. In programs with hinges and squares it
 * ends at the gap `POLISHED_SQUARED_GAP`: rounding limits their objective sooner.
 */
export const POLISHED: Residuals = { primal: 1e-13, dual: 1e-11, gap: 1e-13 }, POLISHED_SQUARED_GAP = 1e-11;
/**
 * The rescue `smaller steps` solves for the step from the best point, divided by each of these units in turn. The step
 * is too small for the digits of a solver beside the point, and near 1 once it is divided.
 */
export const STEP_UNITS = [1e-4, 1e-7];
