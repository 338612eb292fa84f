/** Number of equal steps of a wait. */
const STEPS = 20;

/**
 * A limit of a wait for an answer, which begins when it is made. Time in which this thread did not run counts as one
 * step at most: an answer that came meanwhile lies unread, and its sender was not silent. Dispose of the limit when the
 * wait is over.
 */
export class WaitingLimit implements Disposable {
  readonly #stepMs: number;
  readonly #end: () => void;
  #stepsLeft = STEPS;
  #timer: ReturnType<typeof setTimeout>;

  /** `limitMs` is the length of the wait in milliseconds, after which `end` is called. */
  constructor(limitMs: number, end: () => void = () => undefined) {
    this.#stepMs = limitMs / STEPS;
    this.#end = end;
    this.#timer = this.#step();
  }

  get isOver(): boolean {
    return this.#stepsLeft === 0;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #step(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#stepsLeft--;
      if (this.isOver) this.#end();
      else this.#timer = this.#step();
    }, this.#stepMs);
  }
}

/**
 * Returns the value of a promise, or throws the error that `late` makes where the promise is not settled after
 * `limitMs` milliseconds of waiting.
 */
export async function within<Value>(limitMs: number, awaited: Promise<Value>, late: () => Error): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  using _limit = new WaitingLimit(limitMs, () => reject(late()));
  return await Promise.race([awaited, promise]);
}
