import { systemStopwatch } from "./clock.ts";
import type { Log } from "./log.ts";
import { pause } from "./pause.ts";

/** Milliseconds between two measurements of the delay of the event loop. */
const LOOK_EVERY_MS = 50;
/** Delay of the event loop, in milliseconds, above which a long turn of the loop is logged. */
const LONG_TURN_MS = 100;
/** Largest number of routes that one log line about a long turn of the event loop names. Further routes are counted. */
const MOST_ROUTES = 10;

/**
 * Logs long turns of the event loop, during which no other work of the thread ran, with the routes of the requests that
 * may have caused them.
 */
export class EventLoopWatch {
  readonly #log: Log;
  /** Number of requests that are being answered, for each route. */
  readonly #inHand = new Map<string, number>();
  /**
   * Routes with a request in progress since the last measurement of the event loop. The request that blocked the loop
   * may have finished since.
   */
  #seen = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs the function that answers a request, and counts its route as in progress meanwhile. */
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

  /** Measures the event loop again and again and logs long turns, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const begun = systemStopwatch();
      await pause(LOOK_EVERY_MS, signal);
      const heldMs = Math.round(systemStopwatch() - begun - LOOK_EVERY_MS);
      // A long turn of the event loop is logged only if a request was in progress. Otherwise, as at the start of a
      // process, nobody waited.
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
