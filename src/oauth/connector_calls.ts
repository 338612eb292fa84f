import type { BackgroundWork } from "../accounts/background_work.ts";
import type { ConnectorGrantRepository, GrantPlace } from "../store/connector_grants.ts";

/**
 * Counts of the calls of connectors, by grant. Calls that come while the count of their grant is written are written
 * together afterwards, so that many calls at once cost few writes.
 */
export class ConnectorCalls {
  readonly #connectorGrants: Pick<ConnectorGrantRepository, "countCalls">;
  /** Calls that are not written yet, by the grants whose counts are being written. */
  readonly #waiting = new Map<string, number>();

  constructor({ connectorGrants }: { readonly connectorGrants: Pick<ConnectorGrantRepository, "countCalls"> }) {
    this.#connectorGrants = connectorGrants;
  }

  /** Counts a call. The write is background work, for which a stop of the process waits. */
  count(place: GrantPlace, background: BackgroundWork): void {
    const waiting = this.#waiting.get(place.grantId);
    this.#waiting.set(place.grantId, (waiting ?? 0) + 1);
    if (waiting === undefined) background.run("connector calls", () => this.#writeAll(place));
  }

  async #writeAll(place: GrantPlace): Promise<void> {
    try {
      for (let calls = this.#take(place); calls > 0; calls = this.#take(place)) {
        await this.#connectorGrants.countCalls(place, calls);
      }
    } finally {
      // A count that the store did not take is lost; the log says so.
      this.#waiting.delete(place.grantId);
    }
  }

  #take({ grantId }: GrantPlace): number {
    const calls = this.#waiting.get(grantId) ?? 0;
    this.#waiting.set(grantId, 0);
    return calls;
  }
}
