// Thresholds below which a value counts as 0, as equal or as too small to matter. None of them proves anything; the
// tolerances of proofs are in certify/proof.ts.

// Programs and their scaling

/**
 * If the volatility of a portfolio is less than this share of the volatility of its assets, it is partly rounding
 * error.
 */
export const HEDGED = 1e-6;
/**
 * The unit of a row is derived from its largest coefficient. Coefficients below `LEAST_SHARE` of the row's limit count
 * as that share, and no unit is below `LEAST_UNIT`. With smaller units the limit would be too large for the digits of a
 * solver, and such coefficients matter only for weights of millions.
 */
export const LEAST_SHARE = 1e-6, LEAST_UNIT = 2 ** -29;
/** A row or column whose largest entry is smaller counts as empty and is not scaled. */
export const NO_ENTRY = 1e-20;
/** A diagonal entry of a matrix below this share of the largest is rounding, not curvature. */
export const NO_CURVATURE = 1e-20;
/**
 * The objective is scaled by at least this share of its coefficients, since the value of a perfect hedge is only
 * rounding.
 */
export const NEGLIGIBLE_OBJECTIVE = 1e-8;
/** A scaling variable below this value, for weights near 1, means that the weights are unbounded. */
export const VANISHING_SCALE = 1e-7;

// Variables

/** A variable farther from its bounds than this share of the largest variable counts as used. */
export const OFF_BOUND = 1e-6;
/** A fixed variable is released if its reduced cost is below minus this share of the largest reduced cost. */
export const WORTH_TAKING = 1e-9;
/** Weights below this size count as 0. */
export const NEGLIGIBLE_WEIGHT = 1e-8;
/** A search over held weights counts smaller weights as 0. */
export const NO_WEIGHT = 1e-9;
/** The least size of a held weight if the rules state none. */
export const LEAST_HELD = 1e-4;
/** If all variables are below this share of the program's scale, slacks are measured relative to the scale. */
export const VANISHING_WEIGHTS = 1e-6;
/**
 * An interior-point method leaves values this close to a limit, or to 0, that are exactly there at the optimum.
 * Relative to the largest variable, multiplier or cost, or to the terms of a row.
 */
export const STRAY = 1e-8;
/** The same as `STRAY` for the variables of a quadratic model, whose solutions are less accurate. */
export const STRAY_OF_MODELS = 1e-6;
/**
 * A variable of an interior point counts as at its lower bound if its distance is below this share of the largest
 * distance.
 */
export const TRACE = 1e-3;
/** Corner portfolios whose weights differ by less are the same. */
export const SAME_WEIGHTS = 1e-9;
/** A weight of a corner portfolio this close to a bound is set to the bound. */
export const AT_BOUND_OF_CORNER = 1e-14;

// Rows, hinges and active sets

/** A row is violated if it is missed by more than this share of the largest variable. */
export const BROKEN_ROW = 1e-9;
/** A hinge is on the wrong side of its kink if its a has the wrong sign by more than this share of the largest |a|. */
export const WRONG_SIDE = 1e-9;
/** A normalised row counts as dependent if less than this remains of it outside the span of the rows before. */
export const DEPENDENT = 1e-9;
/** A limit with a smaller slack counts as active. */
export const HOLDING = 1e-9;
/**
 * Rounding error of a polished point: of its bounds and rows, relative to the largest variable, and of its multipliers
 * and reduced costs, relative to the largest of these.
 */
export const BREACH_ROUNDING = 1e-12, MULTIPLIER_ROUNDING = 1e-10;

// Directions and steps

/**
 * How far a ray may leave the bounds, the rows and the flat directions of the objective, for a largest entry of 1 and
 * row coefficients near 1. This allows for rounding only.
 */
export const ROUNDED_RAY = 1e-12;
/** The least decrease of the objective along a ray, relative to the sizes of its terms. */
export const WORTH_OF_RAY = 1e-9;
/** A convex function on a line has its minimum at the end if it does not rise over this last share of the line. */
export const END_OF_WAY = 1e-6;
/** A step that promises less than this share of the objective promises only rounding. */
export const ROUNDED_PROMISE = 1e-12;
/** A coefficient of a tangent below this share of the largest counts as 0. */
export const NO_TERM_OF_SLOPE = 1e-9;

// Sums in order

/** A step between consecutive ordered weights below this share of the largest weight is rounding. */
export const NO_DROP = 1e-14;
/**
 * In a quadratic model of ranks: the weight of the overall dispersion, which gives every direction some curvature, and
 * the least width of a kink, as a share of the dispersion.
 */
export const EVEN_PART = 1e-3;
/** Entries whose mean difference is below this share of the largest coefficient may all be equal at the optimum. */
export const ALIKE = 1e-5;

// Sets of held weights

/** A row of counts is added if the relaxation violates it by more than this. */
export const BROKEN_COUNT = 1e-6;
/** A cut is added if the weights violate it by more than this. */
export const WORTH_CUTTING = 1e-8;
/** A least size below this hardly restricts the relaxation, so no row for it is added. */
export const WORTH_LINKING = 1e-3;
/** The part of the least eigenvalue that is taken off the diagonal. The rest allows for rounding. */
export const SAFE_EIGENVALUE = 1 - 1e-7;
/** A smaller share of the diagonal does not improve the relaxation. */
export const LEAST_PART = 1e-6;
/** Factor by which the diagonal entry of a fixed variable exceeds the least one for a convex matrix. */
export const CLEARLY_CONVEX = 1 + 1e-6;
