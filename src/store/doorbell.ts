/** Notifies listeners in this process at once when the process has accepted a job. */
export class Doorbell {
  readonly #listeners = new Set<() => void>();

  /** Registers a listener that is called whenever this process accepts a job, until the signal aborts. */
  listen(listener: () => void, signal?: AbortSignal): void {
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  ring(): void {
    for (const listener of this.#listeners) listener();
  }
}
