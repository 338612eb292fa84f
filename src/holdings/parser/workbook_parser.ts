import { fileURLToPath } from "node:url";
import { DomainError } from "../../domain/errors.ts";
import type { Statement } from "../statement.ts";
import { asDownloaded, DAMAGED, TAKES_TOO_MUCH_MEMORY } from "../unreadable_file.ts";
import { type GuardedOrder, type ProcessEnd, runGuarded } from "./guarded_process.ts";
import { GarbledAnswer, readParserAnswer, READY } from "./parser_answer.ts";
import { runtimeFolder } from "../../runtime/runtime_folder.ts";

/** Runtime flags of the process that guards the workbook parser: it may start a shell and nothing else. */
const GUARD_FLAGS = ["--quiet", "--no-prompt", "--cached-only", "--allow-run=/bin/sh"];

export interface WorkbookParserOptions {
  /**
   * Limit of the elapsed (wall-clock) time for parsing a workbook, in milliseconds, including the start of the parser
   * process.
   */
  readonly limitMs: number;
  /**
   * Limit of the processor time for parsing a workbook, in seconds. Only this limit refuses a slow file, because
   * elapsed time depends on how busy the machine is.
   */
  readonly processorSeconds: number;
  /** Largest answer of the workbook parser in bytes: room for 20,000 lines of the greatest length. */
  readonly mostAnswerBytes: number;
  /** Path of the guard program, which runs between the service and the parser. */
  readonly guard: string;
  /** Path of the workbook parser program. */
  readonly program: string;
  /** Runs the guard process, which runs the parser, on this thread or on another one, and returns how it ended. */
  readonly run: (order: GuardedOrder, signal: AbortSignal) => Promise<ProcessEnd>;
  /**
   * Called with a description of a parser process that could not be started, ended abnormally or gave an invalid
   * answer. The description contains nothing of the file.
   */
  readonly onFailure: (how: string) => void;
  /** Waits so that other work gets its turn on this thread while a long answer is decoded. */
  readonly nextTurn: () => Promise<void>;
}

const OPTIONS = {
  limitMs: 30_000,
  processorSeconds: 10,
  mostAnswerBytes: 16 * 1024 * 1024,
  guard: fileURLToPath(new URL("./guard_process.ts", import.meta.url)),
  program: fileURLToPath(new URL("./parser_process.ts", import.meta.url)),
  run: runGuarded,
};

/**
 * Parses workbooks from unknown senders, each in a process of its own without permissions, which has ended when the
 * result is returned.
 */
export class WorkbookParser {
  readonly #options: WorkbookParserOptions;

  constructor(
    options: Pick<WorkbookParserOptions, "onFailure" | "nextTurn"> & Partial<WorkbookParserOptions>,
  ) {
    this.#options = { ...OPTIONS, ...options };
  }

  /**
   * Parses the brokerage statement from the workbook in a request body (JSON in UTF-8). Throws
   * `HOLDINGS_FILE_UNREADABLE`, the usual errors of an invalid request body, `not_ready` where the parser process
   * cannot be started, is killed from outside or exceeds `limitMs`, and the abort reason of the signal.
   */
  async statementOf(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Statement> {
    signal.throwIfAborted();
    const end = await this.#run(body, signal);
    try {
      return await readParserAnswer(this.#linesOf(end), this.#options.nextTurn);
    } catch (error) {
      if (!(error instanceof GarbledAnswer)) throw error;
      this.#options.onFailure(error.message);
      throw unreadable(DAMAGED);
    }
  }

  async #run(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ProcessEnd> {
    const { limitMs, processorSeconds, mostAnswerBytes, guard, program, run } = this.#options;
    try {
      const folder = await runtimeFolder();
      const of = [Deno.execPath(), folder, program, ...[body.length, limitMs, processorSeconds].map(String)];
      const args = ["run", ...GUARD_FLAGS, guard, ...of];
      const order = { args, input: body, env: { DENO_DIR: folder }, mostBytes: mostAnswerBytes, limitMs };
      const end = await run(order, signal);
      signal.throwIfAborted();
      return end;
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onFailure(reasonOf(error));
      throw new DomainError("not_ready", "The service cannot read workbooks: it cannot start a process for them");
    }
  }

  /**
   * Returns the lines of the parser's answer without the first one. Throws the error that fits how the process ended if
   * the answer is not complete.
   */
  #linesOf({ said, code, signal, isLate }: ProcessEnd): readonly string[] {
    if (said === null) throw new GarbledAnswer();
    const [ready, ...lines] = new TextDecoder().decode(said).split("\n");
    if (ready === READY && lines.length > 1 && !isLate) return lines.slice(0, -1);
    const how = isLate ? "its time limit" : signal ?? `exit code ${code}`;
    this.#options.onFailure(`The parser of workbooks ended by ${how} without an answer`);
    if (ready !== READY) throw notNow("The service cannot read workbooks now: try again later");
    if (isLate) {
      const within = `${this.#options.limitMs / 1_000} s`;
      throw notNow(`The service had no time to read the file within ${within}: send it again later`);
    }
    if (code === OUT_OF_TIME) {
      throw unreadable(asDownloaded(`it takes more than ${this.#options.processorSeconds} s to read`));
    }
    if (signal !== null || ENDED_FROM_OUTSIDE.has(code)) {
      throw notNow("The service was stopped while it read the file: send it again");
    }
    throw unreadable(OUT_OF_MEMORY.has(code) ? TAKES_TOO_MUCH_MEMORY : DAMAGED);
  }
}

/** Exit code of the guard when the parser used up its processor time: 128 plus the number of SIGXCPU. */
const OUT_OF_TIME = 128 + 24;
/** Exit codes of the guard when SIGKILL or SIGTERM ended the parser: 128 plus the number of the signal. */
const ENDED_FROM_OUTSIDE: ReadonlySet<number> = new Set([128 + 9, 128 + 15]);
/** Exit codes of the guard when the JavaScript engine ran out of memory and ended by a trap or an abort. */
const OUT_OF_MEMORY: ReadonlySet<number> = new Set([128 + 5, 128 + 6, 128 + 4]);

/** Returns the reason of an error for the log. An error from another thread carries its reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === "string" ? error.cause : error.message;
}

const RETRY_SECONDS = 10;

function notNow(detail: string): DomainError {
  return new DomainError("not_ready", detail, { retryAfterSeconds: RETRY_SECONDS });
}

function unreadable(why: string): DomainError {
  return new DomainError("HOLDINGS_FILE_UNREADABLE", `Cannot read the file: ${why}`);
}
