/** Milliseconds of the phases of one attempt at a job, added up over the computations that the attempt makes. */
export class PhaseTimes {
  readonly #sums = new Map<string, number>();

  /** Adds the milliseconds of the phases of one computation. */
  add(phasesMs: Readonly<Record<string, number>>): void {
    for (const [phase, ms] of Object.entries(phasesMs)) this.#sums.set(phase, (this.#sums.get(phase) ?? 0) + ms);
  }

  /**
   * Adds as one phase the time of the attempt so far that no phase has. Computations side by side may leave none.
   */
  addRest(phase: string, elapsedMs: number): void {
    const known = [...this.#sums.values()].reduce((sum, ms) => sum + ms, 0);
    if (elapsedMs > known) this.add({ [phase]: elapsedMs - known });
  }

  /** Returns the milliseconds of each phase, to a tenth. */
  get phasesMs(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#sums].map(([phase, ms]) => [phase, Math.round(10 * ms) / 10]));
  }
}
