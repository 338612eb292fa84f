import type { ConstraintPreflight, ConstraintPreflightInputs } from "../computations/constraint_preflight.ts";
import type { ReadPreflight } from "../computations/preflight_reading.ts";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { RequestSources } from "../request/ask_market.ts";
import { AccountTurns, TurnGivenUp, type TurnLimits } from "./account_turns.ts";
import { bytesForWorker } from "./bytes_for_worker.ts";
import { uploadedBytes } from "./uploaded_bytes.ts";
import type { LargeBodyReadings } from "./large_body_readings.ts";
import type { RunOptions } from "./run_options.ts";

export type { ConstraintPreflight };

/** Interface of the workers that compute constraint preflights, for example a worker pool. */
export interface ConstraintWorkers {
  /** Starts the workers of constraint preflights; resolves when they have loaded their code. */
  warm(): Promise<void>;
  run(
    name: "constraint_preflight",
    inputs: ConstraintPreflightInputs,
    options: RunOptions,
  ): Promise<ConstraintPreflight>;
}

/** Account that requests a preflight, sources of the data it needs, and the signal that cancels it. */
export interface ConstraintPreflightOptions {
  readonly accountId: AccountId;
  readonly sources: RequestSources;
  readonly signal: AbortSignal;
}

/**
 * Limits of the queue of constraint preflights. A preflight itself stops after a counted amount of solver work, about
 * 10 s of computation, so the time limit of a turn ends only preflights on an overloaded machine.
 */
const LIMITS: TurnLimits = { atOnce: 1, computingMs: 120_000, waitingMs: 120_000, ofAccount: 4, inAll: 32 };

const RETRY_AFTER_SECONDS = 10;

/**
 * Computes constraint preflights for accounts in turn, in a worker of their own, so that submissions and runs do not
 * wait for them. Throws `not_ready` if too many preflights wait, a turn takes too long, or the worker is lost.
 */
export class ConstraintPreflights {
  readonly #workers: ConstraintWorkers;
  readonly #turns: AccountTurns;
  readonly #largeBodies: Pick<LargeBodyReadings, "preflight">;

  constructor(
    workers: ConstraintWorkers,
    largeBodies: Pick<LargeBodyReadings, "preflight">,
    limits: Partial<TurnLimits> = {},
  ) {
    this.#workers = workers;
    this.#largeBodies = largeBodies;
    this.#turns = new AccountTurns({ ...LIMITS, ...limits }, () => workers.warm());
  }

  /**
   * Computes whether the constraints of a request body can be met, and which weights, returns and volatilities they
   * allow or why they conflict. Throws `validation_failed` with JSON pointers into the body, `not_ready`, and errors of
   * market data.
   */
  async of(body: unknown, options: ConstraintPreflightOptions): Promise<ConstraintPreflight> {
    const large = bytesForWorker(body);
    const read = large === null
      ? await (await import("./read_small_preflight.ts")).readSmallPreflight(body, options)
      : await this.#largeBodies.preflight(large, options);
    return await withoutProviderFaults(() => this.#computed(read, options));
  }

  /**
   * Computes a preflight in its account's turn. Prices are loaded within the turn, because the prices of many
   * simultaneous requests would not fit into memory.
   */
  async #computed(
    { config, upload, question }: ReadPreflight,
    { accountId, sources, signal }: ConstraintPreflightOptions,
  ): Promise<ConstraintPreflight> {
    try {
      return await this.#turns.take(accountId, async (signal) => {
        const found = question &&
          await (await import("./kinds/find_history.ts")).findHistory(question, sources, signal);
        const uploaded = upload && await uploadedBytes(upload, sources);
        return await this.#workers.run("constraint_preflight", { config, uploaded, found }, { signal });
      }, signal);
    } catch (error) {
      if (!(error instanceof TurnGivenUp) && !isLost(error)) throw error;
      const detail = "The service cannot compute a preflight now: try again later";
      throw new DomainError("not_ready", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }
}

/** Codes of the errors with which a run would fail because of its history, factors or views. */
const REFUSED: ReadonlySet<ErrorCode> = new Set(["insufficient_history", "methods_failed"]);

/**
 * Turns errors of an unusable history into `validation_failed`, because a preflight has no run that could fail with
 * them.
 */
async function withoutProviderFaults<Output>(compute: () => Promise<Output>): Promise<Output> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSED.has(error.code)) throw error;
    throw new DomainError("validation_failed", error.message, { faults: [{ pointer: "", detail: error.message }] });
  }
}

function isLost(error: unknown): boolean {
  return error instanceof DomainError && error.code === "worker_lost";
}
