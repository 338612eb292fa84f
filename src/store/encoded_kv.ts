import type { QueueSearch, ReservedJob } from "./queue_search.ts";
import { decodeValue, encodeValue } from "./value_codec.ts";

/** Interface of the methods that read entries from the KV. */
export interface Reader {
  /** Largest number of keys that one call of `getMany` accepts, which is one trip to the store. */
  readonly keysAtOnce: number;
  get<Value>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<Value>>;
  getMany<Values extends readonly unknown[]>(
    keys: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
  ): Promise<{ [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> }>;
  list<Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions): AsyncIterable<Deno.KvEntry<Value>>;
}

/** Type of an atomic KV operation: its checks, its mutations and a message. */
export interface AtomicWrite {
  readonly checks: readonly Deno.AtomicCheck[];
  readonly mutations: readonly Deno.KvMutation[];
  /**
   * Message delivered to the listeners of the queue after the whole operation has succeeded; only if the KV delivers
   * messages.
   */
  readonly message?: unknown;
}

export interface ListenOptions {
  readonly signal?: AbortSignal;
  /**
   * Called when messages of all processes begin to arrive, and when they cease to, for example because a connection
   * broke. A KV that cannot tell never calls it.
   */
  readonly onReach?: (isReached: boolean) => void;
}

/** The KV as repositories use it: callers pass and receive plain values, and the KV stores them as encoded bytes. */
export interface EncodedKv extends Reader {
  /** Commits an atomic operation; returns false if a checked entry had changed, in which case nothing was written. */
  commit(write: AtomicWrite): Promise<boolean>;
  /**
   * Calls `handle` with each message that is delivered, and with the milliseconds that it was on its way where the KV
   * knows them, until the signal aborts or the KV is closed.
   */
  listenQueue(handle: (message: unknown, delayMs?: number) => void, options?: ListenOptions): Promise<void>;
  /**
   * Removes a number of entries whose time is over, where the KV does not do so itself, and returns how many; 0 when
   * none is left.
   */
  removeExpired(): Promise<number>;
  /**
   * Finds the next queued job and reserves it, in one trip and in one turn of the accounts for all processes; null if
   * no job fits. Absent in a KV that runs no code of ours: its queue is read entry by entry, and runners that find the
   * same job conflict.
   */
  readonly reserveJob?: <JobRecord>(search: QueueSearch) => Promise<ReservedJob<JobRecord> | null>;
  close(): Promise<void>;
}

/** Largest number of keys in one `getMany` of Deno KV. */
const KEYS_AT_ONCE = 10;

/**
 * Wraps a Deno KV so that values are encoded when written and decoded when read. All values pass through this wrapper.
 */
export function encodedKv(kv: Deno.Kv): EncodedKv {
  return {
    keysAtOnce: KEYS_AT_ONCE,
    async get<Value>(key: Deno.KvKey) {
      return decoded(await kv.get<Value>(key));
    },
    async getMany<Values extends readonly unknown[]>(
      keys: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
    ) {
      const entries = await kv.getMany<Values>(keys);
      entries.forEach(decoded);
      return entries;
    },
    async *list<Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
      for await (const entry of kv.list<Value>(selector, options)) yield decoded(entry);
    },
    async commit({ checks, mutations, message }) {
      const operation = kv.atomic().check(...checks).mutate(...mutations.map(encoded));
      if (message !== undefined) operation.enqueue(encodeValue(message));
      return (await operation.commit()).ok;
    },
    listenQueue: (handle, { signal } = {}) =>
      kv.listenQueue((message) => {
        if (!signal?.aborted) handle(decodeValue(message));
      }),
    removeExpired: () => Promise.resolve(0),
    // deno-lint-ignore require-await
    async close() {
      kv.close();
    },
  };
}

/** Decodes the value of an entry in place. This is safe because KV creates a new entry object for every read. */
function decoded<Entry extends Deno.KvEntryMaybe<unknown>>(entry: Entry): Entry {
  if (entry.versionstamp !== null) entry.value = decodeValue(entry.value);
  return entry;
}

function encoded(mutation: Deno.KvMutation): Deno.KvMutation {
  if (mutation.type === "delete") return mutation;
  if (mutation.type === "set") return { ...mutation, value: encodeValue(mutation.value) };
  throw new TypeError(
    `Cannot write a "${mutation.type}": KV would store the number in a format of its own; read the value, add to it and set it`,
  );
}
