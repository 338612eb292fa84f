/** Clock that adds up the milliseconds of named phases. A phase lasts until the next one begins. */
export class PhaseClock<Name extends string> {
  readonly #elapsedMs: () => number;
  readonly #sums = new Map<Name, number>();
  #phase: Name | null = null;
  #since = 0;

  /** Creates a clock in no phase. `elapsedMs` returns the present time in milliseconds and never falls. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Ends the present phase and begins another one, which may be one that ended before. */
  enter(phase: Name): void {
    this.#add();
    this.#phase = phase;
  }

  /** Returns the milliseconds of each phase so far, in the order in which the phases began, to a tenth. */
  phasesMs(): Readonly<Record<string, number>> {
    this.#add();
    return Object.fromEntries([...this.#sums].map(([name, ms]) => [name, Math.round(10 * ms) / 10]));
  }

  #add(): void {
    const now = this.#elapsedMs();
    if (this.#phase !== null) this.#sums.set(this.#phase, (this.#sums.get(this.#phase) ?? 0) + now - this.#since);
    this.#since = now;
  }
}
