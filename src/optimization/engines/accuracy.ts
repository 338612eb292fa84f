import type { ConicOptions } from "../../kernels/conic.ts";
import type { Residuals } from "../certify/proof.ts";

// How far engines and searches go. Nothing here proves anything: what a proof asks stands in certify/proof.ts.

/** How far the interior point goes. */
export interface InteriorOptions {
  readonly tolerance: number;
  readonly maxIterations: number;
}

// Engines

/** The conic solver: its answers are polished, for which this is near enough. */
export const CONIC: ConicOptions = { tolerance: 1e-10, maxIterations: 200 };
/** A conic solver that stops further than this from the rows, of the size of its point, has not come near a point. */
export const CAME_NEAR = 1e-4;
/** The interior point over hinges. */
export const HINGES: InteriorOptions = { tolerance: 1e-10, maxIterations: 120 };
/** The same where only the signs of the hinges are wanted. */
export const ROUGH_HINGES: InteriorOptions = { tolerance: 1e-3, maxIterations: 40 };
/** The interior point over drawdowns, whose multipliers are sums over all later periods. */
export const CHAIN: InteriorOptions = { tolerance: 1e-12, maxIterations: 80 };
/**
 * Of its gap and residuals, where a round is asked whether other variables are worth taking in, and of the largest
 * cost, what these are then to gain.
 */
export const ROUGH_CHAIN = 1e-3;
/** The interior point over logarithms. */
export const LOGARITHMS: InteriorOptions = { tolerance: 1e-11, maxIterations: 60 };
/** A gap and residuals below this are near the end of the interior point: where they stall, rounding hides the rest. */
export const NEAR_END = 1e-5;
/** Shorter steps of the interior point, as shares of Newton's, get nowhere. */
export const SHORTEST_INTERIOR_STEP = 1e-8;
/**
 * Least size that an objective over drawdowns is given, as a share of its largest cost times its largest variable.
 * Tolerances are relative to that size, and without any drawdown all terms of the objective are 0.
 */
export const VANISHING_DRAWDOWNS = 1e-6;
/** Added to the diagonal of the normal equations, as a share of its largest entry: columns that nothing weighs. */
export const REGULARIZATION = 1e-14;
/** As a share of the largest weight: hinges below it are left out of the normal equations until a step is refined. */
export const NEGLIGIBLE_HINGE = 1e-9;
/** As a share of a step: where more is left to correct, the hinges that were left out are taken in. */
export const SMALL_CORRECTION = 1e-2;
/** The dense solver. */
export const QUADRATIC_TOLERANCE = 1e-10;
/** The box method prices far below the tolerance of an answer, so that what it leaves undone is within it. */
export const PRICING_TOLERANCE = 1e-12;
/** An answer of the box method with a larger residual, relative, is not taken. */
export const STATIONARITY = 1e-10;

/**
 * Ways to enter a critical line, in turn. `share`: by how much limits are loosened. `near`: a weight this near to its
 * bound counts as held there.
 */
export const CORNER_ENTRIES = [
  { share: 0, near: 1e-10 },
  { share: 1e-7, near: 3e-10 },
  { share: 1e-5, near: 1e-9 },
  { share: 0, near: 1e-8 },
];

// Searches by prices

/** Prices nearer than this share of the larger one lead to the same answer. */
export const SAME_PRICE = 1e-9;
/** As a share of the highest price: no lower price is tried, except 0. */
export const LOWEST_PRICE = 1e-4;
/** A sum of absolute weights this near to its limit, as a share of it, ends the search: only a start is wanted. */
export const CLOSE_TO_SIZE = 1e-3;
/**
 * How near to its limit a norm is worth a step of Newton's method, as shares of the limit; a later one is the last.
 * Further off other hinges are at their kinks, and a step costs more than many penalties.
 */
export const NEAR_NORM = { withoutHinges: [1e-3, 1e-5, 1e-8], withHinges: [1e-6, 1e-8] };
/**
 * A search for the price of a quadratic limit aims so far beyond the limit, as shares of its square. Each is less than
 * a proof allows (`SQUARE_TOLERANCE`) and more than rounding, which a large multiplier would turn into a gap. The next
 * is tried where one leads to no proof.
 */
export const AIMED_BEYOND = [1e-12, 1e-11, 1e-10];
/**
 * Where no positive price keeps a quadratic limit, the points at these two small shares of a price tell where a price
 * of 0 leads.
 */
export const SMALL_BEYOND = [1e-6, 1e-8];

// Searches by tangents and models

/** The share of what a model promises that a step must keep. */
export const KEPT_PROMISE = 1e-4;
/** As a share of the objective: a Newton step that promises this much may use drawdown peaks that are not exact. */
export const FAR_PROMISE = 1e-2;
/** A search along a line halves its step down to this share of it, then ends. */
export const SHORTEST_STEP = 2 ** -40;
/** As a share of the largest variable: a search by quadratic models whose answers differ by less has converged. */
export const SAME_SQUARES = 1e-5;

// Shares of what the proof allows

/** Residuals of an answer that are clear of what the proof allows. */
export const CLEAR_OF_PROOF = 1e-2;
/** Clear of it even where a small price divides them. */
export const EXACT_OF_PROOF = 1e-7;
/** No digit that a user sees is gained further inside. */
export const GOOD_ENOUGH_OF_PROOF = 1e-5;
/** Of a start: those of an answer. */
export const SOLVED_OF_PROOF = 1e-3;
/** So near to the proof that the last tangent says most. */
export const NEAR_PROOF = 1e5;

// Polish

/**
 * Shares of the largest variable, and of the terms of a row, within which a bound or a row is active at a point: the
 * next where one does not lead to a proof. In the last, rows that lie between two limits which nearly meet are not
 * active: their multipliers, of which only the difference is known, say nothing.
 */
export const NEARNESS = [
  ...[1e-9, 1e-6, 1e-4].map((share) => ({ bounds: share, rows: share, byMultipliers: true })),
  { bounds: 1e-8, rows: 1e-11, byMultipliers: false },
];
/** What the conic solver is asked for on an active set: as much as its arithmetic gives. */
export const STEP_TOLERANCE = 1e-12;
/** Added to the diagonal of a step's objective, which is of size 1: enough to make it strictly convex. */
export const PROXIMAL = 1e-10;
/** A point this far inside the proof gains no digit that a user sees. Sums of squared hinges are rounded sooner. */
export const POLISHED: Residuals = { primal: 1e-13, dual: 1e-11, gap: 1e-13 }, POLISHED_SQUARED_GAP = 1e-11;
/**
 * A rescue solves for the step from the best point so far, measured in these units in turn: what is left to gain is too
 * small for a solver at its own size, and near 1 in such a unit.
 */
export const STEP_UNITS = [1e-4, 1e-7];
