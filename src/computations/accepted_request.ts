import { DomainError } from "../domain/errors.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readStoredConfig, type StoredConfig } from "./stored_config.ts";

/**
 * Reads the stored config of an accepted run. A config that this version would refuse is not the caller's fault, so the
 * error becomes `market_data_unavailable`.
 */
export function acceptedRequest(stored: StoredConfig): OptimizationRequest {
  try {
    return readStoredConfig(stored);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}
