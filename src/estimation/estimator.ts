import type { z } from "zod";
import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";

/** What an estimator may know. All figures per period. */
export interface EstimationInputs {
  readonly assets: readonly AssetId[];
  /** T × n simple returns; null when only moments were given. */
  readonly returns: Matrix | null;
}

/** An estimator of expected returns or of the covariance matrix: one file, one line in its folder's `mod.ts`. */
export interface Estimator<Value, Parameters = unknown> {
  readonly id: string;
  readonly documentation: { readonly title: string; readonly formula: string; readonly reference: string };
  /** The fields beside `estimator` in a request, strict, with their defaults. */
  readonly parameters: z.ZodType<Parameters>;
  readonly needsHistory: boolean;
  /**
   * What `parameters` cannot see: assets that are missing or unknown, a matrix that is not positive semidefinite.
   * Pointers are relative to the estimator's object.
   */
  check?(
    parameters: Parameters,
    assets: readonly AssetId[],
  ): readonly { readonly pointer: string; readonly detail: string }[];
  /** What `check` leaves to a worker as it takes long, of parameters in which that found no fault. */
  examine?(parameters: Parameters, kernels: Kernels): readonly { readonly pointer: string; readonly detail: string }[];
  estimate(inputs: EstimationInputs, parameters: Parameters, kernels: Kernels): Value;
}

export type ExpectedReturnsEstimator<Parameters = unknown> = Estimator<Float64Array, Parameters>;
export type CovarianceEstimator<Parameters = unknown> = Estimator<Matrix, Parameters>;
