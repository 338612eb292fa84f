/** Milliseconds of work after which the page gets its turn. */
const TURN_MS = 8;

/** Gives the page its turn once enough work was done since the last time. */
export class Turn {
  #since = performance.now();

  /** Whether the page should have its turn now. */
  isDue(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  /** Resolves at once, or after the page had its turn. */
  async next(): Promise<void> {
    if (!this.isDue()) return;
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        port2.close();
        resolve();
      };
      port2.postMessage(null);
    });
    this.#since = performance.now();
  }
}
