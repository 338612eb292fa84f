/** One end of what a sum of weights times coefficients may come to. */
export interface RangeEnd {
  /** The end, or a value beyond it where it is not exact; infinite where nothing limits the sum. */
  readonly value: number;
  /** Whether weights that keep the rules come to it, and none come to more than a ten-millionth beyond. */
  readonly isExact: boolean;
}

/** Between what a sum may be under the rules. */
export interface Range {
  readonly min: RangeEnd;
  readonly max: RangeEnd;
}

/** How far an end may be from what is proven of it, of its size or of that of its largest coefficient. */
export const EXACT = 1e-7;

/** Whether what was found of an end is what is proven of it, of coefficients near 1. */
export function isNear(value: number, bound: number): boolean {
  return value - bound <= EXACT * Math.max(Math.abs(value), 1);
}
