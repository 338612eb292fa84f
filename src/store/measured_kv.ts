import { systemStopwatch } from "../runtime/clock.ts";
import type { Telemetry } from "../runtime/telemetry.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import type { QueueSearch } from "./queue_search.ts";

/** Number of entries that a list reads at once where its caller names none. */
const BATCH_SIZE = 100;

/** Wraps a KV so that its trips, their time, its conflicts, its failures and the delay of its bell are measured. */
export function measuredKv(kv: EncodedKv, telemetry: Telemetry): EncodedKv {
  const trip = async <Answer>(operation: Operation, call: () => Promise<Answer>): Promise<Answer> => {
    const begun = systemStopwatch();
    try {
      return await call();
    } catch (error) {
      telemetry.count("store.failures", { operation });
      throw error;
    } finally {
      telemetry.record("store.duration", systemStopwatch() - begun, { operation });
    }
  };
  const { reserveJob } = kv;
  return {
    keysAtOnce: kv.keysAtOnce,
    get: (key) => trip("get", () => kv.get(key)),
    getMany: (keys) => trip("get_many", () => kv.getMany(keys)),
    list<Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
      const { batchSize = BATCH_SIZE } = options ?? {};
      const entries = kv.list<Value>(selector, options);
      return { [Symbol.asyncIterator]: () => byTrips(entries[Symbol.asyncIterator](), batchSize, trip) };
    },
    async commit(write) {
      const isDone = await trip("commit", () => kv.commit(write));
      if (!isDone) telemetry.count("store.conflicts");
      return isDone;
    },
    listenQueue: (handle, options) =>
      kv.listenQueue((message, delayMs) => {
        if (delayMs !== undefined) telemetry.record("store.bell_delay", delayMs);
        handle(message, delayMs);
      }, options),
    ...reserveJob === undefined
      ? {}
      : { reserveJob: <JobRecord>(search: QueueSearch) => trip("reserve_job", () => reserveJob<JobRecord>(search)) },
    removeExpired: () => trip("remove_expired", () => kv.removeExpired()),
    close: () => kv.close(),
  };
}

type Operation = "get" | "get_many" | "list" | "commit" | "remove_expired" | "reserve_job";

/** Measures the step of a list that reads the next batch; the other steps take entries that are there. */
function byTrips<Entry>(
  entries: AsyncIterator<Entry>,
  batchSize: number,
  trip: <Answer>(operation: Operation, call: () => Promise<Answer>) => Promise<Answer>,
): AsyncIterator<Entry> {
  let taken = 0;
  return {
    next: () => taken++ % batchSize === 0 ? trip("list", () => entries.next()) : entries.next(),
    return: async (value) => await entries.return?.(value) ?? { done: true, value },
  };
}
