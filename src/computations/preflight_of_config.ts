import type { ComputationContext } from "./computation.ts";
import { readStoredConfig, type StoredConfig } from "./stored_config.ts";
import { preflight } from "./preflight.ts";

/**
 * Checks a run, given as its stored JSON config, before it is accepted. Sending the config bytes to a worker costs less
 * than sending a large request object.
 */
export const preflightOfConfig = {
  compute(stored: StoredConfig, context: ComputationContext): null {
    return preflight.compute(readStoredConfig(stored), context);
  },
};
