import { DomainError } from "../../domain/errors.ts";

export interface ParserTurnLimits {
  /** Number of workbooks that are parsed at the same time. */
  readonly atOnce: number;
  /** Largest number of holdings imports that wait for the workbook parser. */
  readonly waiting: number;
}

const LIMITS: ParserTurnLimits = { atOnce: 2, waiting: 16 };
const RETRY_SECONDS = 10;

/**
 * Queue for the workbook parser. The next turn goes to the account with the fewest running imports, and among these to
 * the one that waited longest. When the queue is full, the account with the most waiting imports loses its last one.
 */
export class ParserTurns {
  readonly #limits: ParserTurnLimits;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: Partial<ParserTurnLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Waits for a turn at the workbook parser, runs the work and returns its result. Throws the error of the work,
   * `not_ready` where this work is dropped because the queue is full, and the abort reason of the signal.
   */
  async take<Output>(holder: string, work: () => Promise<Output>, signal: AbortSignal): Promise<Output> {
    await this.#turn(holder, signal);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(holder), 1);
      this.#fill();
    }
  }

  #turn(holder: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = (): void => {
        this.#leave(entry);
        reject(signal.reason);
      };
      const settle = <Value extends unknown[]>(end: (...values: Value) => void) => (...values: Value): void => {
        signal.removeEventListener("abort", leave);
        end(...values);
      };
      const entry: Waiting = { holder, begin: settle(resolve), refuse: settle(reject) };
      signal.addEventListener("abort", leave);
      this.#waiting.push(entry);
      this.#fill();
      if (this.#waiting.length > this.#limits.waiting) this.#refuseOne();
    });
  }

  #fill(): void {
    while (this.#running.length < this.#limits.atOnce && this.#waiting.length > 0) {
      const fewest = Math.min(...this.#waiting.map(({ holder }) => countOf(this.#running, holder)));
      const next = this.#waiting.find(({ holder }) => countOf(this.#running, holder) === fewest);
      if (next === undefined) return;
      this.#leave(next);
      this.#running.push(next.holder);
      next.begin();
    }
  }

  /**
   * Refuses the most recent waiting import of the account with the most waiting imports; of several such accounts, the
   * latest import.
   */
  #refuseOne(): void {
    const holders = this.#waiting.map(({ holder }) => holder);
    const most = Math.max(...holders.map((holder) => countOf(holders, holder)));
    const last = this.#waiting.findLast(({ holder }) => countOf(holders, holder) === most);
    if (last === undefined) return;
    this.#leave(last);
    last.refuse(
      new DomainError("not_ready", "The service has too many workbooks to read: try again later", {
        retryAfterSeconds: RETRY_SECONDS,
      }),
    );
  }

  #leave(entry: Waiting): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}

interface Waiting {
  readonly holder: string;
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

function countOf(holders: readonly string[], holder: string): number {
  return holders.filter((one) => one === holder).length;
}
