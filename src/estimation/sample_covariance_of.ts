import type { Matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { EstimationInputs } from "./estimator.ts";
import { historyOf } from "./history_of.ts";

/**
 * Returns the sample covariance (ddof 1) of the asset returns: that of the inputs, where idle workers have helped to
 * compute it, and otherwise a computed one with the same bytes. Throws `insufficient_history` if there are fewer than
 * two rows.
 */
export function sampleCovarianceOf(inputs: EstimationInputs, { statistics }: Pick<Kernels, "statistics">): Matrix {
  return inputs.sampleCovariance ?? statistics.covariance(historyOf(inputs, 2));
}
