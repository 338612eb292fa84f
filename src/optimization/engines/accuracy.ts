import type { ConicOptions } from "../../kernels/conic.ts";
import type { Residuals } from "../certify/proof.ts";

// Tolerances of engines and searches. None of them proves anything: certify/proof.ts has the tolerances of a proof.

/** When an interior-point method stops. */
export interface InteriorOptions {
  readonly tolerance: number;
  readonly maxIterations: number;
}

// Engines

/** The conic solver. Its answers are polished, so that more digits are not needed. */
export const CONIC: ConicOptions = { tolerance: 1e-10, maxIterations: 200 };
/** Largest primal residual, relative to the size of the point, with which an answer of the conic solver is used. */
export const CAME_NEAR = 1e-4;
/** The interior-point method for hinges. */
export const HINGES: InteriorOptions = { tolerance: 1e-10, maxIterations: 120 };
/** The same if only the signs of the hinges are needed. */
export const ROUGH_HINGES: InteriorOptions = { tolerance: 1e-3, maxIterations: 40 };
/**
 * The interior-point method for drawdowns. Their multipliers are sums over all later periods, which takes more digits.
 */
export const CHAIN: InteriorOptions = { tolerance: 1e-12, maxIterations: 80 };
/**
 * Tolerance at which a round asks whether to free more variables. Also the least reduced cost of these variables, as a
 * share of the largest one.
 */
export const ROUGH_CHAIN = 1e-3;
/** The interior-point method for logarithms. */
export const LOGARITHMS: InteriorOptions = { tolerance: 1e-11, maxIterations: 60 };
/** Below this gap and these residuals, an interior-point method that stalls is limited by rounding. */
export const NEAR_END = 1e-5;
/** Least step of an interior-point method, as a share of Newton's step. With shorter ones it makes no progress. */
export const SHORTEST_INTERIOR_STEP = 1e-8;
/**
 * Least size that an objective over drawdowns is given, as a share of its largest cost times its largest variable.
 * Tolerances are relative to that size, and without any drawdown all terms of the objective are 0.
 */
export const VANISHING_DRAWDOWNS = 1e-6;
/** Added to the diagonal of the normal equations, as a share of the largest entry, for columns without any weight. */
export const REGULARIZATION = 1e-14;
/**
 * As a share of the largest weight: lighter hinges are left out of the normal equations, and a correction of the step
 * makes up for them.
 */
export const NEGLIGIBLE_HINGE = 1e-9;
/**
 * Largest correction of a step for the hinges left out, as a share of the step. If it is larger, the normal equations
 * are factored again with all hinges.
 */
export const SMALL_CORRECTION = 1e-2;
/** Tolerance of the dense solver. */
export const QUADRATIC_TOLERANCE = 1e-10;
/**
 * The box method prices variables far below the tolerance of an answer, so that its remaining error is within the
 * tolerance.
 */
export const PRICING_TOLERANCE = 1e-12;
/** Largest relative residual with which an answer of the box method is used. */
export const STATIONARITY = 1e-10;

/**
 * Attempts to enter a critical line, in turn. `share` is the amount by which limits are loosened. A weight within
 * `near` of a bound starts at the bound.
 */
export const CORNER_ENTRIES = [
  { share: 0, near: 1e-10 },
  { share: 1e-7, near: 3e-10 },
  { share: 1e-5, near: 1e-9 },
  { share: 0, near: 1e-8 },
];

// Searches by prices

/** As a share of the larger price: closer prices lead to the same answer. */
export const SAME_PRICE = 1e-9;
/** As a share of the highest price: lower prices are not tried, except 0. */
export const LOWEST_PRICE = 1e-4;
/**
 * As a share of the limit: a sum of absolute weights this near to it ends the search, because the search only needs a
 * start.
 */
export const CLOSE_TO_SIZE = 1e-3;
/**
 * As shares of the limit: how near a norm must be to it for each Newton step in turn. The last step ends the search.
 * Further away other hinges are at their kinks, and a step costs more than many penalties.
 */
export const NEAR_NORM = { withoutHinges: [1e-3, 1e-5, 1e-8], withHinges: [1e-6, 1e-8] };
/**
 * Shares of the square of a quadratic limit by which the search for its price overshoots, tried in turn until one gives
 * a proof. All are below `SQUARE_TOLERANCE`, the breach that a proof allows, and above rounding.
 */
export const AIMED_BEYOND = [1e-12, 1e-11, 1e-10];
/**
 * If no positive price keeps a quadratic limit, the points at these two shares of a price show where a price of 0
 * leads.
 */
export const SMALL_BEYOND = [1e-6, 1e-8];

// Searches by tangents and models

/** Least share of the decrease that a model promises which a step must achieve. */
export const KEPT_PROMISE = 1e-4;
/** As a share of the objective: a Newton step that promises more may use drawdown peaks that are not exact. */
export const FAR_PROMISE = 1e-2;
/** As a share of the whole step: a line search ends when it has halved the step this far. */
export const SHORTEST_STEP = 2 ** -40;
/** As a share of the largest variable: a search by quadratic models has converged if its answers change by less. */
export const SAME_SQUARES = 1e-5;

// Shares of the tolerance of a proof

/** An answer with smaller residuals is well inside the proof. */
export const CLEAR_OF_PROOF = 1e-2;
/** An answer with smaller residuals stays well inside the proof even if a small price divides them. */
export const EXACT_OF_PROOF = 1e-7;
/** Smaller residuals gain no digit that a user sees. */
export const GOOD_ENOUGH_OF_PROOF = 1e-5;
/** A start with smaller residuals is an answer already. */
export const SOLVED_OF_PROOF = 1e-3;
/** This many times the tolerance or nearer, the last tangent describes the objective best. */
export const NEAR_PROOF = 1e5;

// Polish

/**
 * Shares of the largest variable within which a bound or a row counts as active. Each entry is tried in turn until one
 * leads to a proof. The last one leaves out rows between two limits that nearly meet, because only the difference of
 * their multipliers is known.
 */
export const NEARNESS = [
  ...[1e-9, 1e-6, 1e-4].map((share) => ({ bounds: share, rows: share, byMultipliers: true })),
  { bounds: 1e-8, rows: 1e-11, byMultipliers: false },
];
/** Tolerance of the solvers for a step on an active set: the limit of their arithmetic. */
export const STEP_TOLERANCE = 1e-12;
/** Added to the diagonal of a step's objective, which has size 1, to make it strictly convex. */
export const PROXIMAL = 1e-10;
/** More digits than these are not visible to a user. Rounding limits sums of squared hinges sooner. */
export const POLISHED: Residuals = { primal: 1e-13, dual: 1e-11, gap: 1e-13 }, POLISHED_SQUARED_GAP = 1e-11;
/**
 * A rescue solves for the step from the best point, in each of these units in turn. The remaining gain is too small for
 * a solver at the size of the program, and near 1 in such a unit.
 */
export const STEP_UNITS = [1e-4, 1e-7];
