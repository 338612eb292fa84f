/**
 * Smallest absolute return from one day to the next, as a fraction, that is reported as a price jump. Unadjusted
 * splits, demergers and crashes all cause such moves.
 */
export const JUMP = 0.4;

/**
 * Largest distance of the ratio of two prices from the ratio of a split at which the move still counts as that split,
 * as a fraction of the ratio of the split.
 */
const NEAR = 0.03;
/**
 * Share ratios of the usual splits and bonus issues, from two for one to twenty for one. Three for two is left out
 * because it lowers a price by only a third, less than the reported minimum `JUMP`.
 */
export const USUAL_SPLITS: readonly number[] = [2, 5 / 2, 3, 4, 5, 6, 8, 10, 20];

/**
 * Share ratios of splits and reverse splits together. Larger ones, such as 114, are left out: from about 17 on some
 * whole number is within 3 % of any ratio. A ratio of 100 is left out too, because it fits another unit of the price.
 */
export const ALL_SPLITS: readonly number[] = [...USUAL_SPLITS, 7, 9, 12, 15, 25, 30, 40, 50];

/** Whether the ratio of two prices is within 3 % of one of the share ratios of splits, or of its inverse. */
export function fitsSplit(ratio: number, splits: readonly number[]): boolean {
  return splits.some((shares) => isNear(ratio, shares) || isNear(ratio, 1 / shares));
}

function isNear(ratio: number, shares: number): boolean {
  return Math.abs(ratio / shares - 1) <= NEAR;
}
