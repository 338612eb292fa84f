/** A linear function of the arguments of an epigraph that lies nowhere above its function. */
export interface Tangent {
  readonly epigraph: number;
  readonly slopes: Float64Array;
}
