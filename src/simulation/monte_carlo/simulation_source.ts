import type { Matrix } from "../../domain/matrix.ts";

/** Portfolio that is simulated, with estimates and history of its assets, all per period. */
export interface SimulationSource {
  /** Weights of the assets of the simulated portfolio. The rest up to 1 is cash, which earns nothing. */
  readonly weights: Float64Array;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  /** Simple returns of the assets, rows × assets. Null without a history. */
  readonly returns: Matrix | null;
  readonly periodsPerYear: number;
}
