import { DomainError } from "../../domain/errors.ts";

export interface ParserTurnLimits {
  /** Works at a time. */
  readonly atOnce: number;
  /** Works that wait. */
  readonly waiting: number;
}

const LIMITS: ParserTurnLimits = { atOnce: 2, waiting: 16 };
const RETRY_SECONDS = 10;

/**
 * Turns at the parser. The next one is of who has fewest, among these of who has waited longest; where all places to
 * wait are taken, who holds most of them gives up the last for one who would hold fewer.
 */
export class ParserTurns {
  readonly #limits: ParserTurnLimits;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: Partial<ParserTurnLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** What the work gives. Throws what it throws, `not_ready` without a place to wait, and the reason of the signal. */
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

  /** The last that came of who has most that wait; of several the one that came last. */
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
