import { pause } from "../runtime/pause.ts";

/** Ends a wait; rung while nobody waits, it ends the next one. */
export class Bell {
  #isRung = false;
  #waiter: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#waiter?.();
  }

  async wait(durationMs: number): Promise<void> {
    if (!this.#isRung) {
      const rung = new AbortController();
      this.#waiter = () => rung.abort();
      await pause(durationMs, rung.signal);
      this.#waiter = null;
    }
    this.#isRung = false;
  }
}
