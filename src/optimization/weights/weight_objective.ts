import type { QuadraticLimit } from "../certify/quadratic_limit.ts";

/** How the objective of a program translates into the value that a method reports. */
export interface WeightObjective {
  readonly name: string;
  /** The reported value per period at given weights. */
  value(weights: Float64Array): number;
  /** Derivative of the value by the program's objective, as a function of the value. */
  slope(value: number): number;
  /** A lower bound on the value for any weights. */
  readonly least?: number;
  /** A limit of the method on a quadratic form of the weights. */
  readonly limit?: QuadraticLimit;
}
