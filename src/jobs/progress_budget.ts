/** Writes of progress that a process makes in a period of progress, of all its jobs together. */
const WRITES_A_PERIOD = 2;
/** Writes that may follow one another at once after a quiet time. */
const WRITES_AT_ONCE = 4;

/**
 * Limits the writes of progress of a process to twice a period, however many jobs it computes. The jobs that have
 * progress to write wait in line, so that all get as many writes. Renewals of leases are not counted.
 */
export class ProgressBudget {
  readonly #periodMs: number;
  readonly #line = new Set<object>();
  #left = WRITES_AT_ONCE;
  #filledAt = -Infinity;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Whether a job may write its progress now; otherwise it keeps its place in the line and asks again. */
  take(job: object, now: number): boolean {
    this.#line.add(job);
    const gained = (now - this.#filledAt) / this.#periodMs * WRITES_A_PERIOD;
    this.#left = Math.min(WRITES_AT_ONCE, this.#left + gained);
    this.#filledAt = now;
    const place = [...this.#line].indexOf(job);
    if (place + 1 > this.#left) return false;
    this.#left--;
    this.#line.delete(job);
    return true;
  }

  /** Gives up the place of a job in the line, because it has nothing to write any more. */
  leave(job: object): void {
    this.#line.delete(job);
  }
}
