import { type HistoryReadBefore, readConfigWithoutHistory, readRunConfig } from "../request/read_run_config.ts";
import type { ComputationContext } from "./computation.ts";
import { refuseConflicts } from "./refuse_conflicts.ts";
import { refuseEstimates } from "./refuse_estimates.ts";
import { storedJson } from "./stored_json.ts";

/** Type of a run that a preflight checks: its config in JSON, and what was found when its own history was read. */
interface ConfigToCheck {
  /** Config of the run, without its own history if that was read before. */
  readonly config: Uint8Array;
  readonly read: HistoryReadBefore | null;
}

/**
 * Checks a run, given as its stored JSON config, before it is accepted, as far as no market data is needed: whether its
 * own large covariance matrix is positive semidefinite, and whether the rules that need no prices can be met together.
 * Its own history was read and aligned before. Throws `validation_failed` or `constraints_infeasible` with pointers
 * into the request body.
 */
export const preflight = {
  compute({ config, read }: ConfigToCheck, { kernels }: ComputationContext): null {
    const value = storedJson(config);
    const request = read === null ? readRunConfig(value) : readConfigWithoutHistory(value, read);
    const { history, ...rest } = request;
    refuseEstimates(rest, kernels, { isMoments: history === null && !request.listed });
    refuseConflicts(rest, kernels, () => request.doubtsOfRequest);
    return null;
  },
};
