/** Work that is done once for all who ask for it at the same time. It is given up once nobody waits any more. */
export class SharedFetches<Outcome> {
  readonly #running = new Map<string, Running<Outcome>>();

  /** The outcome of the work of a name, which is begun unless it runs; throws what the signal was aborted with. */
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

  /** Who asks from now on begins anew. */
  #abandon(name: string, running: Running<Outcome>): void {
    if (this.#running.get(name) === running) this.#running.delete(name);
    running.end.abort(new DOMException("Nobody waits for it", "AbortError"));
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
