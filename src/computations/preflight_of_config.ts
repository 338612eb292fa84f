import { readRunConfig } from "../request/read_run_config.ts";
import type { ComputationContext } from "./computation.ts";
import { storedJson } from "./stored_json.ts";
import { preflight } from "./preflight.ts";

/**
 * Runs the preflight of a run from its config in JSON. Sending the config to a worker costs less than sending a large
 * request.
 */
export const preflightOfConfig = {
  compute({ config }: { readonly config: Uint8Array }, context: ComputationContext): null {
    return preflight.compute(readRunConfig(storedJson(config)), context);
  },
};
