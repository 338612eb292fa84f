import { DomainError, type Fault } from "../domain/errors.ts";
import { COVARIANCES } from "../estimation/covariance/mod.ts";
import type { Kernels } from "../kernels/types.ts";
import { momentsPointer } from "../request/parts/estimators.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/** Throws `validation_failed` with pointers into the body where the caller's own covariance of many assets is none. */
export function refuseEstimates(
  { covariance: { estimator, parameters } }: Pick<Request, "covariance">,
  { core }: Pick<Kernels, "core">,
  { isMoments }: { isMoments: boolean },
): void {
  const found = COVARIANCES.get(estimator)?.examine?.(parameters, core) ?? [];
  if (found.length === 0) return;
  const faults = found.map(({ pointer, detail }): Fault => ({
    pointer: isMoments ? momentsPointer(pointer) : `/covariance${pointer}`,
    detail,
  }));
  throw new DomainError("validation_failed", faults[0].detail, { faults });
}
