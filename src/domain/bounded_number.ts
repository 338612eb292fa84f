import { z } from "zod";

/**
 * Largest absolute value of a weight, limit, coefficient, return or rate in a request. No portfolio needs more, and
 * squares and sums of such numbers cannot overflow.
 */
export const LARGEST_NUMBER = 1e6;

/** Schema of a weight, a limit on weights, a coefficient, a return or a rate. */
export const boundedNumber = z.number().min(-LARGEST_NUMBER).max(LARGEST_NUMBER);

/** Schema of an entry of a covariance matrix, whose size is that of a product of two returns. */
export const boundedProduct = z.number().min(-(LARGEST_NUMBER ** 2)).max(LARGEST_NUMBER ** 2);
