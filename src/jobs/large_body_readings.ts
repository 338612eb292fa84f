import type {
  PreflightReadingInputs,
  PreflightReadingOutput,
  ReadPreflight,
} from "../computations/preflight_reading.ts";
import type { SentBody } from "../computations/request_digest.ts";
import type { ReadSubmission } from "../computations/read_submission.ts";
import type { SubmissionInputs, SubmissionOutput } from "../computations/submission.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { askSources } from "../request/ask_sources.ts";
import type { RunAnswer } from "../request/complete_request.ts";
import { withoutHistory } from "../request/run_submission.ts";
import { AccountTurns, TurnGivenUp, type TurnLimits, type TurnWork } from "./account_turns.ts";
import type { PreflightConfig } from "./preflight_queue.ts";
import type { ReadingOptions, SubmissionReading } from "./submission_reading.ts";
import type { RunOptions } from "./run_options.ts";

/** Interface of the workers that read request bodies, for example a worker pool. */
export interface ReadingWorkers {
  /** Starts workers for large request bodies; resolves when the given number of workers has loaded its code. */
  warm(workers: number): Promise<void>;
  run(
    name: "request_digest",
    inputs: SentBody,
    options: RunOptions,
  ): Promise<{ readonly digest: string; readonly bytes: Uint8Array<ArrayBuffer> }>;
  run(name: "submission", inputs: SubmissionInputs, options: RunOptions): Promise<SubmissionOutput>;
  run(name: "preflight_reading", inputs: PreflightReadingInputs, options: RunOptions): Promise<PreflightReadingOutput>;
}

/** Address of the module that the workers for large request bodies run. */
export const READING_WORKER = new URL("./reading_worker.ts", import.meta.url);

/**
 * Number of large request bodies read at the same time. One account never occupies both places, so another account need
 * not wait for the end of its turn.
 */
export const READING_WORKERS = 2;

/**
 * Limits for reading large bodies. The largest body takes less than half a second of a worker with a processor core of
 * its own.
 */
const LIMITS: TurnLimits = {
  atOnce: READING_WORKERS,
  computingMs: 20_000,
  waitingMs: 30_000,
  ofAccount: 64,
  inAll: 256,
};

/**
 * Reads large request bodies in workers, accounts in turn, so that other requests do not wait meanwhile. Throws
 * `not_ready` if a turn takes too long or would wait too long.
 */
export class LargeBodyReadings {
  readonly #workers: ReadingWorkers;
  readonly #turns: AccountTurns;

  constructor(workers: ReadingWorkers, limits: Partial<TurnLimits> = {}) {
    this.#workers = workers;
    this.#turns = new AccountTurns({ ...LIMITS, ...limits }, (count) => workers.warm(count));
  }

  /**
   * Returns functions that read a large request body of a submission in a worker: its digest and its contents. The
   * bytes are transferred to the worker and cannot be used afterwards.
   */
  of(
    sent: Uint8Array<ArrayBuffer>,
    { accountId, credential, sources, preflights, signal }: ReadingOptions,
  ): SubmissionReading {
    let bytes = sent;
    const inTurn = <Output>(work: TurnWork<Output>): Promise<Output> => this.#inTurn(accountId, work, signal);
    return {
      digest: async () => {
        const read = await inTurn((signal) => this.#workers.run("request_digest", { bytes, credential }, { signal }));
        bytes = read.bytes;
        return read.digest;
      },
      submission: async () => {
        const answers: RunAnswer[] = [];
        for (;;) {
          const inputs = { bytes, credential, answers };
          const read = await inTurn((signal) => this.#workers.run("submission", inputs, { signal }));
          if (read.isRead) {
            const { submission } = read;
            if (submission.needsPreflight) await preflights.run(accountId, preflightOf(submission), signal);
            return submission;
          }
          bytes = read.bytes;
          answers.push(await askSources(read.question, sources, signal));
        }
      },
    };
  }

  /**
   * Reads a large request body of a preflight in a worker. The bytes are transferred to the worker and cannot be used
   * afterwards.
   */
  async preflight(
    sent: Uint8Array<ArrayBuffer>,
    { accountId, sources, signal }: Pick<ReadingOptions, "accountId" | "sources" | "signal">,
  ): Promise<ReadPreflight> {
    const answers: RunAnswer[] = [];
    for (let bytes = sent;;) {
      const inputs = { bytes, answers };
      const step = await this.#inTurn(
        accountId,
        (signal) => this.#workers.run("preflight_reading", inputs, { signal }),
        signal,
      );
      if (step.isRead) return { ...step.read, config: step.read.config.slice() };
      bytes = step.bytes;
      answers.push(await askSources(step.question, sources, signal));
    }
  }

  async #inTurn<Output>(
    accountId: AccountId,
    work: TurnWork<Output>,
    signal: AbortSignal,
  ): Promise<Output> {
    try {
      return await this.#turns.take(accountId, work, signal);
    } catch (error) {
      if (!(error instanceof TurnGivenUp)) throw error;
      throw new DomainError("not_ready", "The service cannot read a body of this size now: try again later");
    }
  }
}

/** Returns the inputs of the preflight of a submission, without the history, which was read and aligned before. */
function preflightOf({ config, historyPlace, history }: ReadSubmission): PreflightConfig {
  if (historyPlace === null || history === null) return { config: config.slice(), read: null };
  const { assets, doubtsOfRequest, doubtsOfHistory } = history;
  return {
    config: withoutHistory(config, historyPlace),
    read: { assets, doubts: [...doubtsOfRequest, ...doubtsOfHistory] },
  };
}
