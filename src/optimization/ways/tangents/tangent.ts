/**
 * A linear function, with coefficients `slopes`, of the arguments of the epigraph with index `epigraph`. It lies
 * nowhere above the function of that epigraph.
 */
export interface Tangent {
  readonly epigraph: number;
  readonly slopes: Float64Array;
}
