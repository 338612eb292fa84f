// What counts as none, as the same, or as too little to matter. Nothing here proves anything: what a proof asks stands
// in certify/proof.ts.

// Programs and their scaling

/** A portfolio's volatility below this share of that of its assets is partly rounding, which a proof may notice. */
export const HEDGED = 1e-6;
/**
 * Of a limit: coefficients that are less of it count as so much, and none as less than the second. Brought to 1 they
 * would leave limits beside them that no solver has digits for, and it takes weights of millions for them to matter.
 */
export const LEAST_SHARE = 1e-6, LEAST_UNIT = 2 ** -29;
/** A row or column whose largest entry is less is not scaled: it is empty. */
export const NO_ENTRY = 1e-20;
/** As a share of the largest entry on the diagonal of a matrix: less is rounding, and no curvature. */
export const NO_CURVATURE = 1e-20;
/** The least share of its coefficients that an objective is scaled by: the objective of a perfect hedge is rounding. */
export const NEGLIGIBLE_OBJECTIVE = 1e-8;
/** A scaling variable is near 1 for weights near 1: this small beside them, the weights have no limit. */
export const VANISHING_SCALE = 1e-7;

// Variables

/** As a share of the largest variable: one farther than this from its bounds is in use. */
export const OFF_BOUND = 1e-6;
/** A variable is worth taking in beyond this share of the largest cost. */
export const WORTH_TAKING = 1e-9;
/** Weights below this size are 0. */
export const NEGLIGIBLE_WEIGHT = 1e-8;
/** A choice of held assets counts weights nearer to 0 than this as 0. */
export const NO_WEIGHT = 1e-9;
/** The least size of a weight that is held where the rules say none. */
export const LEAST_HELD = 1e-4;
/** Where all variables are smaller than this share of what weights are shares of, slacks are measured by that. */
export const VANISHING_WEIGHTS = 1e-6;
/**
 * As a share of the largest variable, multiplier or cost, or of the terms of a row: an interior method leaves values
 * this near to a limit, or to 0, that are exactly there at the optimum.
 */
export const STRAY = 1e-8;
/** The same for the variables of a quadratic model, whose answers are less exact. */
export const STRAY_OF_MODELS = 1e-6;
/** As a share of the largest distance from a lower bound: a nearer variable of an interior point counts as at it. */
export const TRACE = 1e-3;
/** Two corner portfolios whose weights differ by less are the same corner. */
export const SAME_WEIGHTS = 1e-9;
/** A weight of a corner portfolio this near to its bound is set to the bound. */
export const AT_BOUND_OF_CORNER = 1e-14;

// Rows, hinges and active sets

/** A row is broken beyond this share of the size of things. */
export const BROKEN_ROW = 1e-9;
/** A hinge is on the wrong side of its kink beyond this share of the largest. */
export const WRONG_SIDE = 1e-9;
/** A row of which less than this share lies outside the rows before it says nothing that they do not. */
export const DEPENDENT = 1e-9;
/** The slack below which a limit counts as active. */
export const HOLDING = 1e-9;
/** Shares of the largest variable, and of the largest cost or multiplier, that are rounding in a polished point. */
export const BREACH_ROUNDING = 1e-12, MULTIPLIER_ROUNDING = 1e-10;

// Directions and steps

/**
 * How far a ray may leave the limits and the flat of the objective, of a ray whose largest entry is 1, and rows of
 * coefficients near 1: rounding, and no more.
 */
export const ROUNDED_RAY = 1e-12;
/** The least share of its slopes by which a ray betters the objective. */
export const WORTH_OF_RAY = 1e-9;
/** A convex function along a line that has not risen over this last share of it has its minimum at the end. */
export const END_OF_WAY = 1e-6;
/** Of an objective: a step that promises less promises rounding. */
export const ROUNDED_PROMISE = 1e-12;
/** Of the largest slope of a tangent: a term of less is none. */
export const NO_TERM_OF_SLOPE = 1e-9;

// Sums in order

/** Drops of ordered weights below this share of the largest are rounding. */
export const NO_DROP = 1e-14;
/**
 * In a quadratic model of ranks: the weight of the overall dispersion, so that no direction is without curvature, and
 * the least width of a kink, as a share of the dispersion.
 */
export const EVEN_PART = 1e-3;
/** Entries whose mean difference is less of the largest coefficient may all be alike. */
export const ALIKE = 1e-5;

// Choices of what is held

/** By how much a row of counts is to be broken to be worth another solve. */
export const BROKEN_COUNT = 1e-6;
/** Weights that miss a cut by less are not worth another program. */
export const WORTH_CUTTING = 1e-8;
/** A smaller least size says next to nothing of shares. */
export const WORTH_LINKING = 1e-3;
/** Of the least eigenvalue, what is taken off the diagonal: the rest is for rounding. */
export const SAFE_EIGENVALUE = 1 - 1e-7;
/** A smaller part of the diagonal gains nothing. */
export const LEAST_PART = 1e-6;
/** Factor above the least diagonal entry of a fixed variable that keeps a matrix convex. */
export const CLEARLY_CONVEX = 1 + 1e-6;
