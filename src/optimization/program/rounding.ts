// Thresholds below which a value counts as 0, as equal or as too small to matter. None of them proves anything; the
// tolerances of proofs are in certify/proof.ts.

// Programs and their scaling

/**
 * The volatility of a portfolio is partly rounding error below this share of Σ |w_i| σ_i, over weights w and
 * volatilities σ of the assets. The report of an unproven answer then says so.
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
/**
 * A diagonal entry of the quadratic objective below this share of the largest is rounding, and does not count towards
 * the typical size to which columns are scaled.
 */
export const NO_CURVATURE = 1e-20;
/**
 * A Newton step divides the objective by the sum of the sizes of its terms, but by no less than this share of its
 * largest coefficient: for a perfect hedge that sum is only rounding.
 */
export const NEGLIGIBLE_OBJECTIVE = 1e-8;
/**
 * A homogenised program gives weights y / s, for a scaling variable s. If s is below this share of the smaller of 1 and
 * Σ |y_i|, the weights are unbounded.
 */
export const VANISHING_SCALE = 1e-7;

// Variables

/**
 * A variable farther from its bounds than this share of the largest variable counts as used. If nearly all free
 * variables are used, the next round frees more than `BATCH` of presolve/take_in.ts.
 */
export const OFF_BOUND = 1e-6;
/** A fixed variable is released if its reduced cost is below minus this share of the largest reduced cost. */
export const WORTH_TAKING = 1e-9;
/** Weights below this size count as 0. */
export const NEGLIGIBLE_WEIGHT = 1e-8;
/** A search over held weights counts smaller weights as 0. */
export const NO_WEIGHT = 1e-9;
/** The least size of a held weight if the rules state none. */
export const LEAST_HELD = 1e-4;
/**
 * If all variables are below this share of the scaling variable, which is 1 in a plain program, slacks are measured
 * relative to the scaling variable.
 */
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

/**
 * A row of running maxima that a round left out is violated if it is missed by more than this share of the largest
 * variable.
 */
export const BROKEN_ROW = 1e-9;
/**
 * A decided hinge u = max(0, a) is on the wrong side of its kink a = 0 if a has the wrong sign by more than this share
 * of the largest |a|.
 */
export const WRONG_SIDE = 1e-9;
/** A normalised row counts as dependent if less than this remains of it outside the span of the rows before. */
export const DEPENDENT = 1e-9;
/** The search over held weights counts a limit with a smaller slack as active where a relaxation starts. */
export const HOLDING = 1e-9;
/**
 * Rounding error of a polished point: of its bounds and rows, relative to the largest variable, and of its multipliers
 * and reduced costs, relative to the largest of these.
 */
export const BREACH_ROUNDING = 1e-12, MULTIPLIER_ROUNDING = 1e-10;

// Directions and steps

/**
 * In a ray d with a largest entry of 1, smaller entries than this count as 0. P d must be 0 for the objective ½ x'Px +
 * q'x: its entry i may be this share of √(P_ii · largest P_jj), the size of row i.
 */
export const ROUNDED_RAY = 1e-12;
/** The least decrease of the objective along a ray, relative to the sizes of its terms. */
export const WORTH_OF_RAY = 1e-9;
/** A convex function on a line has its minimum at the end if it does not rise over this last share of the line. */
export const END_OF_WAY = 1e-6;
/** A predicted or achieved decrease below this share of the objective is only rounding. */
export const ROUNDED_PROMISE = 1e-12;
/** A coefficient of a tangent below this share of the largest counts as 0. */
export const NO_TERM_OF_SLOPE = 1e-9;

// Sums in order

/** The weights of an ordered sum fall from rank to rank. A fall below this share of the largest weight is rounding. */
export const NO_DROP = 1e-14;
/**
 * The quadratic model of an ordered sum adds this number times the variance of all entries, divided by their standard
 * deviation, so that every direction has some curvature. It spreads each kink over at least this share of that
 * deviation.
 */
export const EVEN_PART = 1e-3;
/**
 * If the mean difference of entries is below this share of their largest coefficient, they may all be equal at the
 * optimum. A search then tries equal entries.
 */
export const ALIKE = 1e-5;

// Sets of held weights

/** A row that limits the number of held assets is added if the relaxation violates it by more than this. */
export const BROKEN_COUNT = 1e-6;
/** A cut is added if the weights violate it by more than this. */
export const WORTH_CUTTING = 1e-8;
/** If held weights need a size of less than this, the relaxation gets no row for it, which would hardly restrict it. */
export const WORTH_LINKING = 1e-3;
/**
 * A perspective relaxation (`ways/integers/perspective.ts`) splits a diagonal off the covariance. The entries are this
 * share of the largest that keep the rest convex, which allows for rounding.
 */
export const SAFE_EIGENVALUE = 1 - 1e-7;
/**
 * If less than this share of the diagonal can be split off, a perspective relaxation is no better than the plain one,
 * and is not used.
 */
export const LEAST_PART = 1e-6;
/**
 * A fixed variable beside the weights, such as the part of a benchmark, gets a diagonal entry of at least this factor
 * times the least one with which its matrix is convex.
 */
export const CLEARLY_CONVEX = 1 + 1e-6;
