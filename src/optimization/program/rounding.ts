// What counts as none, as the same, or as too little to matter. Nothing here proves anything: what a proof asks stands
// in certify/proof.ts.

// Programs and their scaling

/** From there on sums in doubles lose so many digits that a proof may want them: what hedging leaves, of its terms. */
export const HEDGED = 1e-6;
/**
 * Of a limit: coefficients that are less of it count as so much, and none as less than the second. Brought to 1 they
 * would leave limits beside them that no solver has digits for, and it takes weights of millions for them to matter.
 */
export const LEAST_SHARE = 1e-6, LEAST_UNIT = 2 ** -29;
/** A row or column whose largest entry is less is not scaled: it is empty. */
export const NO_ENTRY = 1e-20;
/** Of the largest entry on the diagonal: less is what rounding leaves of no curvature. */
export const NO_CURVATURE = 1e-20;
/** The least share of its coefficients that an objective is scaled by: the objective of a perfect hedge is rounding. */
export const NEGLIGIBLE_OBJECTIVE = 1e-8;
/** A scaling variable is near 1 for weights near 1: this small beside them, the weights have no limit. */
export const VANISHING_SCALE = 1e-7;

// Variables

/** Of the largest variable: off its bounds by more, one that was taken in is used. */
export const OFF_BOUND = 1e-6;
/** A variable is worth taking in beyond this share of the largest cost. */
export const WORTH_TAKING = 1e-9;
/** Weights below this size are 0. */
export const NEGLIGIBLE_WEIGHT = 1e-8;
/** Weights nearer to 0 than this are 0 but for what a solver leaves. */
export const NO_WEIGHT = 1e-9;
/** The least size of a weight that is held where the rules say none. */
export const LEAST_HELD = 1e-4;
/** Of what weights are shares of: variables that are all less are what a solver leaves of 0. */
export const VANISHING_WEIGHTS = 1e-6;
/**
 * Of the largest variable, multiplier or cost, and of the terms of a row: what is nearer to a limit, or as little, was
 * meant to be at it, or 0, but for what a solver left.
 */
export const STRAY = 1e-8;
/** The same of variables that an interior method leaves of a model. */
export const STRAY_OF_MODELS = 1e-6;
/** Of the largest distance from a lower bound: an interior point has at the bound what is nearer to it. */
export const TRACE = 1e-3;
/** Corners of the critical line whose weights differ by less are one. */
export const SAME_WEIGHTS = 1e-9;
/** Weights of a corner this near to a bound are there. */
export const AT_BOUND_OF_CORNER = 1e-14;

// Rows, hinges and active sets

/** A row is broken beyond this share of the size of things. */
export const BROKEN_ROW = 1e-9;
/** A hinge is on the wrong side of its kink beyond this share of the largest. */
export const WRONG_SIDE = 1e-9;
/** A row of which less than this share lies outside the rows before it says nothing that they do not. */
export const DEPENDENT = 1e-9;
/** A limit this near to a point is taken to hold it. */
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
/** A function that has not risen over so much of the end of the way is least there. */
export const END_OF_WAY = 1e-6;
/** Of an objective: a step that promises less promises rounding. */
export const ROUNDED_PROMISE = 1e-12;
/** Of the largest slope of a tangent: a term of less is none. */
export const NO_TERM_OF_SLOPE = 1e-9;

// Sums in order

/** Drops of ordered weights below this share of the largest are rounding. */
export const NO_DROP = 1e-14;
/** A part of what all entries give, so that no direction is without curvature. */
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
/** Of what convexity asks of the entry of a fixed variable. */
export const CLEARLY_CONVEX = 1 + 1e-6;
