import { pause } from "../runtime/pause.ts";

/** A pause that a ring ends early. A ring while nobody waits ends the next pause at once. */
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
