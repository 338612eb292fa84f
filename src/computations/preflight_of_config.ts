import { type HistoryReadBefore, readConfigWithoutHistory, readRunConfig } from "../request/read_run_config.ts";
import type { ComputationContext } from "./computation.ts";
import { judgeSubmission } from "./preflight.ts";
import { storedJson } from "./stored_json.ts";

/** Type of a run that a preflight checks: its config in JSON, and what was found when its own history was read. */
interface ConfigToCheck {
  /** Config of the run, without its own history if that was read before. */
  readonly config: Uint8Array;
  readonly read: HistoryReadBefore | null;
}

/**
 * Checks a run, given as its stored JSON config, before it is accepted. Sending the config bytes to a worker costs less
 * than sending a large request object. Its own history was read and aligned before.
 */
export const preflightOfConfig = {
  compute({ config, read }: ConfigToCheck, context: ComputationContext): null {
    const value = storedJson(config);
    const request = read === null ? readRunConfig(value) : readConfigWithoutHistory(value, read);
    return judgeSubmission(request, context, () => []);
  },
};
