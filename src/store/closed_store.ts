import { DomainError } from "../domain/errors.ts";
import type { Instant } from "../domain/instant.ts";
import type { ClosingEntry, Sources } from "./context.ts";
import { keys } from "./keys.ts";

/**
 * Text of the error with which a file or a database refuses every write while it is closed to writes. Each kind of
 * store has a mark of its own for this, which holds for all processes, and which takes effect at one moment: after it
 * no commit succeeds.
 */
export const CLOSED_TO_WRITES = "the store is closed to writes";

/** Error of a write to a store that is closed to writes. Callers get `not_ready`; its cause tells the operator why. */
export class StoreClosed extends DomainError {
  constructor() {
    super("not_ready", "The service is being moved and stores nothing for a moment: try again later");
    this.cause = new Error(
      "it is closed to writes, because it is being moved or was moved: set KV_PATH to the store that it was moved to, " +
        'or let it accept writes again by "deno task admin migrate-store <from> <to> --abandon"',
    );
  }
}

/** Value of the entry that closes a store on a KV Connect server to writes. */
export interface ClosedMark {
  /** When any process may take the mark away, because who made it was killed; null if only an operator may. */
  readonly until: Instant | null;
}

/** Returns the closing entry of a store, with the clock by which its time ends. */
export function closingEntry({ clock }: Pick<Sources, "clock">): ClosingEntry {
  return {
    check: { key: keys.closed, versionstamp: null },
    async refuseWhileThere(kv) {
      const closed = await kv.get<ClosedMark>(keys.closed);
      if (closed.versionstamp === null) return;
      const { until } = closed.value;
      if (until === null || clock.now() < until) throw new StoreClosed();
      await kv.commit({ checks: [closed], mutations: [{ type: "delete", key: closed.key }] });
    },
  };
}
