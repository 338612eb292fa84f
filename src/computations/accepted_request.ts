import { DomainError } from "../domain/errors.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import { storedJson } from "./stored_json.ts";

/**
 * Reads the stored config of an accepted run. A config that this version would refuse is not the caller's fault, so the
 * error becomes `market_data_unavailable`.
 */
export function acceptedRequest(config: Uint8Array): OptimizationRequest {
  try {
    return readRunConfig(storedJson(config));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}
