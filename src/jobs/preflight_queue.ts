import { DomainError } from "../domain/errors.ts";
import type { DoubtedJob } from "../computations/doubts_of_job.ts";
import type { HistoryReadBefore } from "../request/read_run_config.ts";
import { AccountTurns, type TurnLimits } from "./account_turns.ts";
import type { RunOptions } from "./run_options.ts";

/** Interface of the workers that compute preflights of runs, for example a worker pool. */
export interface PreflightWorkers {
  /** Starts the workers of preflights; resolves when they have loaded their code. */
  warm(): Promise<void>;
  run(name: "preflight", inputs: PreflightConfig, options: RunOptions): Promise<null>;
  run(name: "doubts_of_job", inputs: DoubtedJob, options: RunOptions): Promise<null>;
}

/** Request for an optimisation run, given as its config in JSON, that a preflight checks. */
export interface PreflightConfig {
  /** Config of the run, without its own history if that was read before. */
  readonly config: Uint8Array;
  /** What was found when the history of the run was read; null if the run has no history of its own. */
  readonly read: HistoryReadBefore | null;
}

export type PreflightLimits = TurnLimits;

const LIMITS: PreflightLimits = { atOnce: 1, computingMs: 1_500, waitingMs: 1_500, ofAccount: 4, inAll: 32 };

/**
 * Computes preflights of runs, accounts in turn. A preflight that takes too long, or would wait too long, is abandoned;
 * the run itself then finds any fault.
 */
export class PreflightQueue {
  readonly #workers: PreflightWorkers;
  readonly #turns: AccountTurns;

  constructor(workers: PreflightWorkers, limits: Partial<PreflightLimits> = {}) {
    this.#workers = workers;
    this.#turns = new AccountTurns({ ...LIMITS, ...limits }, () => workers.warm());
  }

  /**
   * Runs a preflight. Returns true if it found no fault, and false if it was abandoned or failed itself. Throws the
   * fault that it found in the request, or the reason of the signal.
   */
  async run(
    accountId: string,
    request: PreflightConfig | DoubtedJob,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      await this.#turns.take(accountId, (over) => this.#judge(request, over), signal);
      return true;
    } catch (error) {
      // Any other failure of a preflight, for example a lost worker, says nothing about the request.
      if (signal.aborted || isRefusal(error)) throw error;
      return false;
    }
  }

  #judge(request: PreflightConfig | DoubtedJob, signal: AbortSignal): Promise<null> {
    if ("ofHistory" in request) return this.#workers.run("doubts_of_job", request, { signal });
    return this.#workers.run("preflight", request, { signal });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError &&
    (error.code === "validation_failed" || error.code === "constraints_infeasible");
}
