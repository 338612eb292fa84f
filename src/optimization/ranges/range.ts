/** One end of the range of Σ coefficients × weights under the rules. */
export interface RangeEnd {
  /** The end if it is exact, else a bound on the sum that may be too wide; infinite if nothing limits the sum. */
  readonly value: number;
  /**
   * Whether feasible weights attain the value and none go beyond it by more than 1e-7, relatively; or whether the sum
   * is proven to be unbounded.
   */
  readonly isExact: boolean;
}

/** The range of a sum of weights times coefficients under the rules. */
export interface Range {
  readonly min: RangeEnd;
  readonly max: RangeEnd;
}

/**
 * An end of a range is exact if its value differs from a proven bound by at most this share of the larger of the value
 * and the largest coefficient.
 */
export const EXACT = 1e-7;

/** Whether a value is as close to its lower bound as an exact end must be, for coefficients near 1. */
export function isNear(value: number, bound: number): boolean {
  return value - bound <= EXACT * Math.max(Math.abs(value), 1);
}
