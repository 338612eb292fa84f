/**
 * Runs asynchronous work once for all callers that ask for it under the same name at the same time. The work is aborted
 * when no caller waits for it any more.
 */
export class SharedFetches<Outcome> {
  readonly #running = new Map<string, Running<Outcome>>();

  /**
   * Returns the outcome of the work with the given name, which is started unless it is already running. Throws the
   * abort reason where the caller's signal is aborted.
   */
  async share(name: string, act: (signal: AbortSignal) => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted();
    const running = this.#running.get(name) ?? this.#begin(name, act);
    running.waiting++;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener("abort", giveUp);
    try {
      return await Promise.race([running.outcome, aborted]);
    } finally {
      signal.removeEventListener("abort", giveUp);
      running.waiting--;
      if (running.waiting === 0) this.#abandon(name, running);
    }
  }

  /** Aborts shared work for which no caller waits any more. The next caller starts it anew. */
  #abandon(name: string, running: Running<Outcome>): void {
    if (this.#running.get(name) === running) this.#running.delete(name);
    running.end.abort(new DOMException("No caller waits for the fetch any more", "AbortError"));
  }

  #begin(name: string, act: (signal: AbortSignal) => Promise<Outcome>): Running<Outcome> {
    const end = new AbortController();
    const outcome = act(end.signal);
    const running = { waiting: 0, end, outcome };
    this.#running.set(name, running);
    const over = (): void => {
      if (this.#running.get(name) === running) this.#running.delete(name);
    };
    outcome.then(over, over);
    return running;
  }
}

interface Running<Outcome> {
  waiting: number;
  readonly end: AbortController;
  readonly outcome: Promise<Outcome>;
}
