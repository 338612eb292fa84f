/** Bounds of the variables of a program; infinite if there is none. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}
