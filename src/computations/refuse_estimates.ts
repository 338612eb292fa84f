import { DomainError, type Fault } from "../domain/errors.ts";
import { COVARIANCES } from "../estimation/covariance/mod.ts";
import type { Kernels } from "../kernels/mod.ts";
import { momentsPointer } from "../request/parts/estimators.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/**
 * Throws `validation_failed` with pointers into the request body if the caller's own covariance matrix of more than 150
 * assets is not positive semidefinite. Smaller matrices are tested when the request is read.
 */
export function refuseEstimates(
  { covariance: { estimator, parameters } }: Pick<Request, "covariance">,
  kernels: Kernels,
  { isMoments }: { isMoments: boolean },
): void {
  const found = COVARIANCES.get(estimator)?.examine?.(parameters, kernels) ?? [];
  if (found.length === 0) return;
  const faults = found.map(({ pointer, detail }): Fault => ({
    pointer: isMoments ? momentsPointer(pointer) : `/covariance${pointer}`,
    detail,
  }));
  throw new DomainError("validation_failed", faults[0].detail, { faults });
}
