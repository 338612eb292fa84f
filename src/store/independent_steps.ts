/** Steps of which each is taken, whatever became of those before; none once the signal aborts. */
export class IndependentSteps {
  readonly #signal: AbortSignal | undefined;
  readonly #failures: unknown[] = [];
  #sum = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Takes a step and adds what it gives; its failure is kept until the end. */
  async take(step: () => Promise<number>): Promise<void> {
    if (this.#signal?.aborted) return;
    try {
      this.#sum += await step();
    } catch (error) {
      this.#failures.push(error);
    }
  }

  /** The sum of all steps. Throws what failed, several failures as one with the sentence of each. */
  finish(): number {
    if (this.#failures.length === 0) return this.#sum;
    if (this.#failures.length === 1) throw this.#failures[0];
    const sentences = new Set(this.#failures.map((error) => error instanceof Error ? error.message : String(error)));
    throw new AggregateError(this.#failures, [...sentences].join("; "));
  }
}
