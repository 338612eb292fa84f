import { readRunConfig } from "../request/read_run_config.ts";
import type { ComputationContext } from "./computation.ts";
import { storedJson } from "./stored_json.ts";
import { preflight } from "./preflight.ts";

/** The preflight of a run by its config, JSON, which costs less to send to a worker than a large request. */
export const preflightOfConfig = {
  compute({ config }: { readonly config: Uint8Array }, context: ComputationContext): null {
    return preflight.compute(readRunConfig(storedJson(config)), context);
  },
};
