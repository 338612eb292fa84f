import type { z } from "zod";
import type { AssetId } from "../domain/asset.ts";
import type { Documentation } from "../domain/documentation.ts";
import type { Fault } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { RepairKind } from "./covariance/repair_kind.ts";
import type { FactorSeries } from "./factor_series.ts";

/** Inputs of an estimator of expected returns or covariance. All figures are per period. */
export interface EstimationInputs {
  readonly assets: readonly AssetId[];
  /** Simple returns of the assets (T × n); null if the request has only moments. */
  readonly returns: Matrix | null;
  /** Returns of the benchmark on the rows of the asset returns; null without a benchmark or without a history. */
  readonly benchmark: Float64Array | null;
  /** Returns of an estimator's factors (T × k) on the rows of the asset returns; null if no estimator has factors. */
  readonly factors: Matrix | null;
  /** How much each row of the returns counts, 1 on average; each counts 1 if absent. */
  readonly rowWeights?: Float64Array;
  readonly riskFreeRate: number;
  readonly periodsPerYear: number;
  /**
   * Covariance matrix (n × n), for expected returns that depend on it; null while the covariance itself is estimated.
   */
  readonly covariance: Matrix | null;
  /**
   * Sample covariance of the returns, if the run has computed it together with idle workers; absent otherwise, and
   * where estimates are by pairs or rows are weighed.
   */
  readonly sampleCovariance?: Matrix;
  /** Returns that each asset has on its own (T' × n), NaN where it has none; present only if estimates are by pairs. */
  readonly available?: Matrix;
}

/** Inputs of an estimate from scenarios that are not equally likely. */
export interface WeightedInputs extends EstimationInputs {
  readonly returns: Matrix;
  readonly rowWeights: Float64Array;
}

/** Inputs of an estimate from the returns that each asset and each pair of assets has. */
export interface PairInputs extends EstimationInputs {
  readonly available: Matrix;
}

/**
 * An estimator of expected returns or of the covariance matrix. Each has its own file and one line in its folder's
 * `mod.ts`.
 */
export interface Estimator<Value, Parameters = unknown> {
  readonly id: string;
  readonly documentation: Documentation;
  /** Strict schema of the estimator's parameters in a request, the fields beside `estimator`, with their defaults. */
  readonly parameters: z.ZodType<Parameters>;
  readonly needsHistory: boolean;
  /** Whether the returns must stand in the order of their dates, so that scenarios are not enough; not if absent. */
  readonly needsOrder?: true;
  /** Whether the run must have a benchmark with these parameters; it need not if this function is absent. */
  needsBenchmark?(parameters: Parameters): boolean;
  /**
   * Returns the factor series among the estimator's parameters, to be aligned to the dates of the run. Called only if
   * `check` finds no fault; at most one estimator of a run has factors.
   */
  factors?(parameters: Parameters): FactorSeries | null;
  /** Whether `estimate` begins with the sample covariance of the returns, which may be large; not if absent. */
  readonly beginsWithSampleCovariance?: true;
  /** Whether the estimator only describes the history, such as by its mean, and adds no judgement. */
  readonly isHistoryAsItIs?: boolean;
  /**
   * Returns faults that the schema of the parameters cannot find, such as missing or unknown assets or a matrix that is
   * not positive semidefinite. Pointers are relative to the estimator's object.
   */
  check?(
    parameters: Parameters,
    assets: readonly AssetId[],
  ): readonly { readonly pointer: string; readonly detail: string }[];
  /**
   * Returns faults of the estimator's parameters whose search takes long and is therefore left to a worker. Called only
   * if `check` found none.
   */
  examine?(parameters: Parameters, kernels: Kernels): readonly { readonly pointer: string; readonly detail: string }[];
  /**
   * Returns, quickly, why a history does not suit the estimator, with pointers as in `check`. `inputs` are those of
   * `estimate`, except that the covariance is null.
   */
  unsuited?(inputs: EstimationInputs, parameters: Parameters): readonly Fault[];
  /**
   * Computes the estimate of expected returns or covariance. Throws `insufficient_history` with an error message if the
   * inputs allow none, in all cases that `unsuited` reports too. Throws `methods_failed` if the caller's factors or
   * views are to blame.
   */
  estimate(inputs: EstimationInputs, parameters: Parameters, kernels: Kernels): Value;
  /**
   * Computes the estimate from the returns that each asset and each pair of assets has; each pair has two at least.
   * Absent if the estimator needs the returns of all assets on the same days, or no history at all.
   */
  byPairs?(inputs: PairInputs, parameters: Parameters, kernels: Kernels): Value;
  /**
   * Computes the estimate from scenarios that are not equally likely. Absent if the estimator cannot weigh them, or
   * needs no history at all.
   */
  byWeights?(inputs: WeightedInputs, parameters: Parameters, kernels: Kernels): Value;
}

export interface ExpectedReturnsEstimator<Parameters = unknown> extends Estimator<Float64Array, Parameters> {
  /**
   * Computes the covariance that the run uses beside these expected returns, from the estimated one among the inputs.
   * Null, or absent, if the run keeps the estimated one.
   */
  covarianceBeside?(inputs: EstimationInputs, parameters: Parameters, kernels: Kernels): Matrix | null;
}

export interface CovarianceEstimator<Parameters = unknown> extends Estimator<Matrix, Parameters> {
  /** How a matrix that is not positive semidefinite is repaired; by clipped eigenvalues if absent. */
  repair?(parameters: Parameters): RepairKind | undefined;
}
