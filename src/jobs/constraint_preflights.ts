import { historyQuestion } from "../computations/align_run.ts";
import type { ConstraintPreflight, ConstraintPreflightInputs } from "../computations/constraint_preflight.ts";
import type { ReadPreflight } from "../computations/preflight_reading.ts";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { RequestSources } from "../request/ask_market.ts";
import { askSources } from "../request/ask_sources.ts";
import { completePreflight, preflightConfig } from "../request/preflight_request.ts";
import { UnreadBody } from "../request/unread_body.ts";
import { AccountTurns, TurnGivenUp, type TurnLimits } from "./account_turns.ts";
import { findHistory } from "./kinds/find_history.ts";
import type { LargeBodyReadings } from "./large_body_readings.ts";
import type { RunOptions } from "./worker_pool.ts";

export type { ConstraintPreflight };

/** Computes preflights of rules, as a pool of workers does. */
export interface ConstraintWorkers {
  /** Resolves when their code is loaded. */
  warm(): Promise<void>;
  run(
    name: "constraint_preflight",
    inputs: ConstraintPreflightInputs,
    options: RunOptions,
  ): Promise<ConstraintPreflight>;
}

/** What is asked for an account, from where what it needs is read, and until when. */
export interface ConstraintPreflightOptions {
  readonly accountId: AccountId;
  readonly sources: RequestSources;
  readonly signal: AbortSignal;
}

/** Work is counted, about 10 s of it: what ends a turn by the clock is a machine that has no time for it. */
const LIMITS: TurnLimits = { atOnce: 1, computingMs: 120_000, waitingMs: 120_000, ofAccount: 4, inAll: 32 };

const RETRY_AFTER_SECONDS = 10;

/**
 * Preflights of rules, the accounts in turn, by a worker of their own: neither submissions nor runs wait for them.
 * Throws `not_ready` where too many wait, a turn takes too long, or its worker is lost.
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

  /** What the rules of a body allow. Throws `validation_failed` with pointers into it, and what market data throws. */
  async of(body: unknown, options: ConstraintPreflightOptions): Promise<ConstraintPreflight> {
    const { config, question } = body instanceof UnreadBody
      ? await this.#largeBodies.preflight(body.bytes, options)
      : await readHere(body, options);
    return await withoutProviderFaults(() => this.#computed({ config, question }, options));
  }

  /** Prices are read within the turn: those of many requests at a time would be more than there is memory for. */
  async #computed(
    { config, question }: ReadPreflight,
    { accountId, sources, signal }: ConstraintPreflightOptions,
  ): Promise<ConstraintPreflight> {
    try {
      return await this.#turns.take(accountId, async (signal) => {
        const found = question && await findHistory(question, sources, signal);
        return await this.#workers.run("constraint_preflight", { config, found }, { signal });
      }, signal);
    } catch (error) {
      if (!(error instanceof TurnGivenUp) && !isLost(error)) throw error;
      const detail = "The service cannot compute a preflight now: try again later";
      throw new DomainError("not_ready", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }
}

async function readHere(
  body: unknown,
  { sources, signal }: ConstraintPreflightOptions,
): Promise<ReadPreflight> {
  const completing = completePreflight(body);
  let step = completing.next();
  while (!step.done) step = completing.next(await askSources(step.value, sources, signal));
  const request = step.value;
  return { config: preflightConfig(body, request), question: historyQuestion(request) };
}

/** What the run would fail with for its history, or for the factors or views beside it. */
const REFUSED: ReadonlySet<ErrorCode> = new Set(["insufficient_history", "methods_failed"]);

/** A history that no run could use is a fault of what was asked: there is no run that could fail of it. */
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
