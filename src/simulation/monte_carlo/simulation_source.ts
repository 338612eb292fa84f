import type { Matrix } from "../../domain/matrix.ts";

/** The portfolio that is simulated, and what is known of its assets; everything a period. */
export interface SimulationSource {
  /** What they leave of 1 is cash, which earns nothing. */
  readonly weights: Float64Array;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  /** Rows of simple returns × assets; null without a history. */
  readonly returns: Matrix | null;
  readonly periodsPerYear: number;
}
