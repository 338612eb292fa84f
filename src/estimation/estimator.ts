import type { z } from "zod";
import type { AssetId } from "../domain/asset.ts";
import type { Documentation } from "../domain/documentation.ts";
import type { Fault } from "../domain/errors.ts";
import type { PeriodsPerYear } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { FactorSeries } from "./factor_series.ts";

/** What an estimator may know. All figures per period. */
export interface EstimationInputs {
  readonly assets: readonly AssetId[];
  /** T × n simple returns; null when only moments were given. */
  readonly returns: Matrix | null;
  /** Returns of the benchmark on the same rows; null without one that has a history. */
  readonly benchmark: Float64Array | null;
  /** T × k returns of the factors that an estimator brought, on the same rows; null where none did. */
  readonly factors: Matrix | null;
  readonly riskFreeRate: number;
  readonly periodsPerYear: PeriodsPerYear;
  /** n × n, for means that are made of it; null while the covariance itself is estimated. */
  readonly covariance: Matrix | null;
}

/** An estimator of expected returns or of the covariance matrix: one file, one line in its folder's `mod.ts`. */
export interface Estimator<Value, Parameters = unknown> {
  readonly id: string;
  readonly documentation: Documentation;
  /** The fields beside `estimator` in a request, strict, with their defaults. */
  readonly parameters: z.ZodType<Parameters>;
  readonly needsHistory: boolean;
  /** Whether the run must have a benchmark; absent: never. */
  needsBenchmark?(parameters: Parameters): boolean;
  /**
   * The factors that the parameters bring, of which `check` finds no fault, to be put on the dates of the run; of one
   * estimator of a run at most.
   */
  factors?(parameters: Parameters): FactorSeries | null;
  /** Whether it only says what the history was. */
  readonly isHistoryAsItIs?: boolean;
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
  /**
   * Why nothing can be estimated from a history, known at once; pointers as of `check`. `inputs` are those of
   * `estimate` but for the covariance, which is null.
   */
  unsuited?(inputs: EstimationInputs, parameters: Parameters): readonly Fault[];
  /**
   * Throws `insufficient_history` with a sentence where nothing can be estimated from the inputs, those included of
   * which `unsuited` tells; `methods_failed` where it is for factors or views that it was given.
   */
  estimate(inputs: EstimationInputs, parameters: Parameters, kernels: Kernels): Value;
}

export type ExpectedReturnsEstimator<Parameters = unknown> = Estimator<Float64Array, Parameters>;
export type CovarianceEstimator<Parameters = unknown> = Estimator<Matrix, Parameters>;
