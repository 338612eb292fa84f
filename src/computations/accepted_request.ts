import { DomainError } from "../domain/errors.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import { storedJson } from "./stored_json.ts";

/**
 * Reads the stored config of an accepted run. A config that this version would refuse is not the caller's fault, so the
 * error becomes `market_data_unavailable`.
 */
export function acceptedRequest(config: Uint8Array): OptimizationRequest {
  return ofAcceptedRun(() => readRunConfig(storedJson(config)));
}

/** Reads something of an accepted run. Makes of `validation_failed` the error `market_data_unavailable`. */
export function ofAcceptedRun<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}
