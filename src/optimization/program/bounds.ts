/** Bounds on the variables of a program, infinite where there is none. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}
