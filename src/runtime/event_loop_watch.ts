import { systemStopwatch } from "./clock.ts";
import type { Log } from "./log.ts";
import { pause } from "./pause.ts";

/** How often the loop is looked at, and the turn that is noted. */
const LOOK_EVERY_MS = 50;
const LONG_TURN_MS = 100;
/** More routes than these are counted. */
const MOST_ROUTES = 10;

/** Notes turns of the event loop in which nobody else was answered, with the routes that may have held it. */
export class EventLoopWatch {
  readonly #log: Log;
  /** Requests that are being answered, by their routes. */
  readonly #inHand = new Map<string, number>();
  /** Routes that were in hand since the last look: who held the loop may have been answered by then. */
  #seen = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Answers a request of a route. */
  async during<Answer>(route: string, answer: () => Promise<Answer>): Promise<Answer> {
    this.#seen.add(route);
    this.#inHand.set(route, (this.#inHand.get(route) ?? 0) + 1);
    try {
      return await answer();
    } finally {
      const left = (this.#inHand.get(route) ?? 1) - 1;
      if (left === 0) this.#inHand.delete(route);
      else this.#inHand.set(route, left);
    }
  }

  /** Looks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const begun = systemStopwatch();
      await pause(LOOK_EVERY_MS, signal);
      const heldMs = Math.round(systemStopwatch() - begun - LOOK_EVERY_MS);
      // Where no request was in hand, as while a process starts, nobody waited for it.
      if (heldMs > LONG_TURN_MS && this.#seen.size > 0) {
        this.#log.warn("event loop held", { held_ms: heldMs, routes: this.#routes() });
      }
      this.#seen = new Set(this.#inHand.keys());
    }
  }

  #routes(): string {
    const routes = [...this.#seen].sort();
    const more = routes.length - MOST_ROUTES;
    return routes.slice(0, MOST_ROUTES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  }
}
