import { DomainError } from "../domain/errors.ts";
import { systemStopwatch } from "../runtime/clock.ts";

/** Time in milliseconds for which the answer whether the store is ready is reused. */
const FRESH_MS = 1_000;

/**
 * Checks whether the service can serve requests, that is, whether its store can be written. The store is asked at most
 * once a second, however many callers ask.
 */
export class Readiness {
  readonly #ask: () => Promise<boolean>;
  readonly #stopwatch: () => number;
  #answer: Promise<boolean> | null = null;
  #staleAt = 0;
  #isEnding = false;

  /** Makes the readiness check of the service. `ask` asks the store whether it can be written, and must not reject. */
  constructor(ask: () => Promise<boolean>, { stopwatch = systemStopwatch }: { stopwatch?: () => number } = {}) {
    this.#ask = ask;
    this.#stopwatch = stopwatch;
  }

  /** Whether the service was told to stop, so that a proxy shall send further requests to another process. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Notes that the service was told to stop. It still serves requests until it stops. */
  end(): void {
    this.#isEnding = true;
  }

  isReady(): Promise<boolean> {
    if (this.#answer === null || this.#stopwatch() >= this.#staleAt) this.#answer = this.#askAnew();
    return this.#answer;
  }

  /** Throws `not_ready` if the service's store cannot be written. */
  async check(): Promise<void> {
    if (!await this.isReady()) {
      throw new DomainError("not_ready", "The service cannot reach its store now: try again later");
    }
  }

  async #askAnew(): Promise<boolean> {
    const asked = this.#stopwatch();
    // A caller that asks for readiness before the store has answered waits for the same answer.
    this.#staleAt = Infinity;
    const answer = await this.#ask();
    this.#staleAt = Math.max(asked + FRESH_MS, this.#stopwatch());
    return answer;
  }
}
