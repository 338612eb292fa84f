/** Notifies listeners in this process at once when the process has accepted a job. */
export class Doorbell {
  readonly #listeners = new Set<() => void>();

  /** Registers a listener that is called whenever this process accepts a job. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  ring(): void {
    for (const listener of this.#listeners) listener();
  }
}
