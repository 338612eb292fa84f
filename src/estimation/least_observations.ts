/**
 * Smallest number of returns that the history of a run must have, whatever estimators it uses. Fewer returns have no
 * variance.
 */
export const LEAST_OBSERVATIONS = 2;
