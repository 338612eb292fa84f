import type { EncodedKv } from "../../src/store/encoded_kv.ts";
import type { QueueSearch } from "../../src/store/queue_search.ts";

/** Trips to the store by name of the call, and commits that did not happen because a checked entry had changed. */
export interface TripCounts {
  trips: number;
  readonly byCall: Record<string, number>;
  conflicts: number;
}

/** Number of entries that a list of the KV on PostgreSQL reads at once where its caller names none. */
const BATCH_SIZE = 100;

/**
 * Test helper. Wraps the KV of a store so that every trip to it is counted: a call is one, and a list one for each
 * batch that it reads.
 */
export function countedTrips(kv: EncodedKv): { readonly kv: EncodedKv; readonly counts: TripCounts } {
  const counts: TripCounts = { trips: 0, byCall: {}, conflicts: 0 };
  const count = (call: string): void => {
    counts.trips++;
    counts.byCall[call] = (counts.byCall[call] ?? 0) + 1;
  };
  const { reserveJob } = kv;
  return {
    counts,
    kv: {
      ...kv,
      get: (key) => (count("get"), kv.get(key)),
      getMany: (keys) => (count("get many"), kv.getMany(keys)),
      async *list<Value>(selector: Deno.KvListSelector, options: Deno.KvListOptions = {}) {
        const size = Math.min(options.batchSize ?? BATCH_SIZE, options.limit ?? Infinity);
        let read = 0;
        for await (const entry of kv.list<Value>(selector, options)) {
          if (read++ % size === 0) count("list");
          yield entry;
        }
        if (read === 0) count("list");
      },
      async commit(write) {
        count("commit");
        const isDone = await kv.commit(write);
        if (!isDone) counts.conflicts++;
        return isDone;
      },
      ...reserveJob === undefined
        ? {}
        : { reserveJob: <Record>(search: QueueSearch) => (count("reserve"), reserveJob<Record>(search)) },
    },
  };
}
