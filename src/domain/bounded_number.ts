import { z } from "zod";

/**
 * The largest size of a weight, a limit, a coefficient, a return or a rate that a request may name: far beyond any
 * portfolio, and its squares and sums are far from where numbers overflow.
 */
export const LARGEST_NUMBER = 1e6;

/** A weight, a limit on weights, a coefficient, a return or a rate. */
export const boundedNumber = z.number().min(-LARGEST_NUMBER).max(LARGEST_NUMBER);

/** An entry of a covariance matrix: the size of a product of two returns. */
export const boundedProduct = z.number().min(-(LARGEST_NUMBER ** 2)).max(LARGEST_NUMBER ** 2);
