/** Runs the steps of a clean-up one after the other, each regardless of earlier failures, until the signal aborts. */
export class IndependentSteps {
  readonly #signal: AbortSignal | undefined;
  readonly #failures: unknown[] = [];
  #sum = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Runs one step of a clean-up and adds the number that it returns to the sum; an error of the step is kept until
   * `finish`.
   */
  async take(step: () => Promise<number>): Promise<void> {
    if (this.#signal?.aborted) return;
    try {
      this.#sum += await step();
    } catch (error) {
      this.#failures.push(error);
    }
  }

  /**
   * Returns the sum of the numbers of all clean-up steps. Throws the error of a failed step; several errors become one
   * `AggregateError` with all messages.
   */
  finish(): number {
    if (this.#failures.length === 0) return this.#sum;
    if (this.#failures.length === 1) throw this.#failures[0];
    const sentences = new Set(this.#failures.map((error) => error instanceof Error ? error.message : String(error)));
    throw new AggregateError(this.#failures, [...sentences].join("; "));
  }
}
