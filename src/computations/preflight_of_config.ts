import { readRunConfig } from "../request/read_run_config.ts";
import type { ComputationContext } from "./computation.ts";
import { storedJson } from "./stored_json.ts";
import { preflight } from "./preflight.ts";

/**
 * Checks a run, given as its stored JSON config, before it is accepted. Sending the config bytes to a worker costs less
 * than sending a large request object.
 */
export const preflightOfConfig = {
  compute({ config }: { readonly config: Uint8Array }, context: ComputationContext): null {
    return preflight.compute(readRunConfig(storedJson(config)), context);
  },
};
