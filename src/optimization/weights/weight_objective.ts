import type { QuadraticLimit } from "../certify/quadratic_limit.ts";

/** What the program's objective means to a user. */
export interface WeightObjective {
  readonly name: string;
  /** Per period, from the weights alone. */
  value(weights: Float64Array): number;
  /** Derivative of the value by the program's objective, at the value. */
  slope(value: number): number;
  /** What the value is at least, whatever the weights. */
  readonly least?: number;
  /** A limit of the method's own on a quadratic form of the weights. */
  readonly limit?: QuadraticLimit;
}
