import { fileURLToPath } from "node:url";
import { DomainError } from "../../domain/errors.ts";
import type { Statement } from "../statement.ts";
import { asDownloaded, DAMAGED, TAKES_TOO_MUCH_MEMORY } from "../unreadable_file.ts";
import { type GuardedOrder, type ProcessEnd, runGuarded } from "./guarded_process.ts";
import { GarbledAnswer, readParserAnswer, READY } from "./parser_answer.ts";
import { runtimeFolder } from "./runtime_folder.ts";

/** Of the guard: it may start a shell, and do nothing else. */
const GUARD_FLAGS = ["--quiet", "--no-prompt", "--cached-only", "--allow-run=/bin/sh"];

export interface WorkbookParserOptions {
  /** How long a workbook may take, the start of its parser included, however busy the machine is. */
  readonly limitMs: number;
  /** How much of a processor it may take: what is said of the file must not depend on what else there is to do. */
  readonly processorSeconds: number;
  /** How much is heard of an answer: of 20,000 lines at their longest. */
  readonly mostAnswerBytes: number;
  /** The program between the service and the parser. */
  readonly guard: string;
  /** The program of the parser. */
  readonly program: string;
  /** Runs a process, on this thread or on another that gives way to it. */
  readonly run: (order: GuardedOrder, signal: AbortSignal) => Promise<ProcessEnd>;
  /** Told what became of a process that ended in no way that is meant; nothing of the file. */
  readonly onFailure: (how: string) => void;
  /** Lets others have their turn. */
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

/** Reads what strangers send, each in a process that may do nothing and is gone when the answer is there. */
export class WorkbookParser {
  readonly #options: WorkbookParserOptions;

  constructor(
    options: Pick<WorkbookParserOptions, "onFailure" | "nextTurn"> & Partial<WorkbookParserOptions>,
  ) {
    this.#options = { ...OPTIONS, ...options };
  }

  /**
   * What the workbook within a body states, the body being JSON in UTF-8. Throws `HOLDINGS_FILE_UNREADABLE`, what every
   * route throws for a body that is none, `not_ready` where no process can be started, one was ended from outside or
   * had no turn in its time, and the reason of the signal.
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

  /** The lines of an answer, the one before them left out. */
  #linesOf({ said, code, signal, isLate }: ProcessEnd): readonly string[] {
    if (said === null) throw new GarbledAnswer();
    const [ready, ...lines] = new TextDecoder().decode(said).split("\n");
    if (ready === READY && lines.length > 1 && !isLate) return lines.slice(0, -1);
    const how = isLate ? "its time" : signal ?? `exit code ${code}`;
    this.#options.onFailure(`The parser of workbooks ended by ${how} without an answer`);
    if (ready !== READY) throw new DomainError("not_ready", "The service cannot read workbooks now: try again later");
    if (isLate) {
      const within = `${this.#options.limitMs / 1_000} s`;
      throw new DomainError(
        "not_ready",
        `The service did not come to read the file within ${within}: send it again later`,
      );
    }
    if (code === OUT_OF_TIME) {
      throw unreadable(asDownloaded(`it takes more than ${this.#options.processorSeconds} s to read`));
    }
    if (signal !== null || ENDED_FROM_OUTSIDE.has(code)) {
      throw new DomainError("not_ready", "The reading of the file was ended from outside: send it again");
    }
    throw unreadable(OUT_OF_MEMORY.has(code) ? TAKES_TOO_MUCH_MEMORY : DAMAGED);
  }
}

/** Exit code of the guard where the parser has taken all the time of a processor that it may: 128 and SIGXCPU. */
const OUT_OF_TIME = 128 + 24;
/** Exit codes of the guard where a signal ended the parser: 128 and its number. */
const ENDED_FROM_OUTSIDE: ReadonlySet<number> = new Set([128 + 9, 128 + 15]);
/** By which the engine ends where it finds no memory, as an abort or as a trap. */
const OUT_OF_MEMORY: ReadonlySet<number> = new Set([128 + 5, 128 + 6, 128 + 4]);

/** For the log: what crossed from another thread has its reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === "string" ? error.cause : error.message;
}

function unreadable(why: string): DomainError {
  return new DomainError("HOLDINGS_FILE_UNREADABLE", `Cannot read the file: ${why}`);
}
