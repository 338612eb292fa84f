/** Tells who listens in this process, at once, that a job was accepted in it. */
export class Doorbell {
  readonly #listeners = new Set<() => void>();

  /** Calls `listener` at every ring. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  ring(): void {
    for (const listener of this.#listeners) listener();
  }
}
