import type {
  PreflightReadingInputs,
  PreflightReadingOutput,
  ReadPreflight,
} from "../computations/preflight_reading.ts";
import type { SentBody } from "../computations/request_digest.ts";
import type { UploadedFileInputs, UploadedFileOutput } from "../computations/uploaded_file.ts";
import type { SubmissionInputs, SubmissionOutput } from "../computations/submission.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { askSources } from "../request/ask_sources.ts";
import type { RequestSources } from "../request/ask_market.ts";
import type { RunAnswer, RunQuestion, UploadQuestion } from "../request/complete_request.ts";
import { AccountTurns, TurnGivenUp, type TurnLimits, type TurnWork } from "./account_turns.ts";
import { preflightOfSubmission } from "./preflight_of_submission.ts";
import type { ReadingOptions, SubmissionReading } from "./submission_reading.ts";
import type { RunOptions } from "./run_options.ts";

/** Interface of the workers that read request bodies, for example a worker pool. */
export interface ReadingWorkers {
  /** Starts workers for large request bodies; resolves when the given number of workers has loaded its code. */
  warm(workers: number): Promise<void>;
  run(name: "request_digest", inputs: SentBody, options: RunOptions): Promise<Digested>;
  run(name: "submission", inputs: SubmissionInputs, options: RunOptions): Promise<SubmissionOutput>;
  run(name: "uploaded_file", inputs: UploadedFileInputs, options: RunOptions): Promise<UploadedFileOutput>;
  run(name: "preflight_reading", inputs: PreflightReadingInputs, options: RunOptions): Promise<PreflightReadingOutput>;
}

/** Address of the module that the workers for large request bodies run. */
export const READING_WORKER = new URL("./reading_worker.ts", import.meta.url);

/**
 * Number of large request bodies read at the same time. One account never occupies both places, so another account need
 * not wait for the end of its turn.
 */
export const READING_WORKERS = 2;

/** Number of bytes up to which a body holds no place among the large ones, whose bytes are bounded. */
const MOST_UNPLACED_BYTES = 64 * 1_024;

/**
 * Limits for reading large bodies. The largest body takes less than half a second of a worker with a processor core of
 * its own. As many wait as the memory for large bodies can hold: fewer would refuse an account that submits small
 * histories at a steady rate, as soon as the readers are held up for half a second.
 */
const LIMITS: TurnLimits = {
  atOnce: READING_WORKERS,
  computingMs: 20_000,
  waitingMs: 30_000,
  ofAccount: 1_024,
  inAll: 2_048,
};

/**
 * Limits for reading uploads and the bodies that name them: one at a time, because the largest file and the history in
 * it take half a GiB of memory. These bodies are small and hold no place, so their number is bounded here.
 */
const UPLOAD_LIMITS: TurnLimits = { atOnce: 1, computingMs: 60_000, waitingMs: 60_000, ofAccount: 64, inAll: 256 };

/**
 * Type of an answer to a question about a body that is read again. A question for an upload stands for its answer,
 * which is read anew in each turn: it is large, and its bytes are gone once a worker has them.
 */
type GivenAnswer = RunAnswer | UploadQuestion;

interface TurnOptions {
  readonly signal: AbortSignal;
  /** Whether the turn reads an upload, or a body that names one. */
  readonly isOfUpload: boolean;
}

interface Digested {
  readonly digest: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

async function answerNow(question: RunQuestion, sources: RequestSources, signal: AbortSignal): Promise<GivenAnswer> {
  return question.about === "upload" ? question : await askSources(question, sources, signal);
}

function haveUpload(answers: readonly GivenAnswer[]): boolean {
  return answers.some((answer) => !("found" in answer));
}

async function wholeAnswers(
  answers: readonly GivenAnswer[],
  sources: RequestSources,
  signal: AbortSignal,
): Promise<readonly RunAnswer[]> {
  return await Promise.all(
    answers.map((answer) => "found" in answer ? answer : askSources(answer, sources, signal)),
  );
}

/**
 * Reads large request bodies in workers, accounts in turn, so that other requests do not wait meanwhile. Throws
 * `not_ready` if a turn takes too long or would wait too long.
 */
export class LargeBodyReadings {
  readonly #workers: ReadingWorkers;
  readonly #turns: AccountTurns;
  readonly #uploadTurns: AccountTurns;

  constructor(workers: ReadingWorkers, limits: Partial<TurnLimits> = {}) {
    this.#workers = workers;
    this.#turns = new AccountTurns({ ...LIMITS, ...limits }, (count) => workers.warm(count));
    this.#uploadTurns = new AccountTurns({ ...UPLOAD_LIMITS, ...limits, atOnce: 1 }, (count) => workers.warm(count));
  }

  /**
   * Returns functions that read a large request body of a submission in a worker: its digest and its contents. The
   * bytes are transferred to the worker and cannot be used afterwards.
   */
  of(
    sent: Uint8Array<ArrayBuffer>,
    { accountId, credential, sources, preflights, signal }: ReadingOptions,
  ): SubmissionReading {
    const isUnplaced = sent.length <= MOST_UNPLACED_BYTES;
    let bytes = sent;
    return {
      digest: async () => {
        const inputs = { bytes, credential };
        const digest = (signal: AbortSignal): Promise<Digested> =>
          this.#workers.run("request_digest", inputs, { signal });
        const read = await this.#inTurn(accountId, digest, { signal, isOfUpload: isUnplaced });
        bytes = read.bytes;
        return read.digest;
      },
      submission: async () => {
        const answers: GivenAnswer[] = [];
        for (;;) {
          const read = await this.#inTurn(accountId, async (signal) => {
            const inputs = { bytes, credential, answers: await wholeAnswers(answers, sources, signal) };
            return await this.#workers.run("submission", inputs, { signal });
          }, { signal, isOfUpload: isUnplaced || haveUpload(answers) });
          if (read.isRead) {
            const { submission } = read;
            if (submission.needsPreflight) await preflights.run(accountId, preflightOfSubmission(submission), signal);
            return submission;
          }
          bytes = read.bytes;
          answers.push(await answerNow(read.question, sources, signal));
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
    const answers: GivenAnswer[] = [], isUnplaced = sent.length <= MOST_UNPLACED_BYTES;
    for (let bytes = sent;;) {
      const read = bytes;
      const step = await this.#inTurn(accountId, async (signal) => {
        const inputs = { bytes: read, answers: await wholeAnswers(answers, sources, signal) };
        return await this.#workers.run("preflight_reading", inputs, { signal });
      }, { signal, isOfUpload: isUnplaced || haveUpload(answers) });
      if (step.isRead) return { ...step.read, config: step.read.config.slice() };
      bytes = step.bytes;
      answers.push(await answerNow(step.question, sources, signal));
    }
  }

  /**
   * Reads the file of an upload in a worker. `load` returns the bytes of the file when its turn has come; they are
   * transferred to the worker. Throws `validation_failed` with the faults of the file.
   */
  async file(
    load: () => Promise<Uint8Array<ArrayBuffer>>,
    { accountId, signal, ...sent }: Omit<UploadedFileInputs, "bytes"> & Pick<ReadingOptions, "accountId" | "signal">,
  ): Promise<UploadedFileOutput> {
    const read = async (signal: AbortSignal): Promise<UploadedFileOutput> =>
      await this.#workers.run("uploaded_file", { ...sent, bytes: await load() }, { signal });
    return await this.#inTurn(accountId, read, { signal, isOfUpload: true });
  }

  async #inTurn<Output>(
    accountId: AccountId,
    work: TurnWork<Output>,
    { signal, isOfUpload }: TurnOptions,
  ): Promise<Output> {
    try {
      return await (isOfUpload ? this.#uploadTurns : this.#turns).take(accountId, work, signal);
    } catch (error) {
      if (!(error instanceof TurnGivenUp)) throw error;
      throw new DomainError("not_ready", "The service cannot read a body of this size now: try again later");
    }
  }
}
