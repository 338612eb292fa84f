import { pause } from "../runtime/pause.ts";

/**
 * Class that pauses until a time is over or until another part of the program rings. A ring while nobody waits ends the
 * next pause at once.
 */
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
