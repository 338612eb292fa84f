import { decodeValue, encodeValue } from "./value_codec.ts";

/** The reads of the KV. */
export interface Reader {
  get<Value>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<Value>>;
  getMany<Values extends readonly unknown[]>(
    keys: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
  ): Promise<{ [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> }>;
  list<Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions): AsyncIterable<Deno.KvEntry<Value>>;
}

/** What one atomic operation checks and writes. */
export interface AtomicWrite {
  readonly checks: readonly Deno.AtomicCheck[];
  readonly mutations: readonly Deno.KvMutation[];
  /** Delivered to who listens on the queue, once all of it has happened; only where the KV delivers messages. */
  readonly message?: unknown;
}

/** The KV as repositories know it: values go in and come out as they are, and lie in it as bytes. */
export interface EncodedKv extends Reader {
  /** False where an entry was not as it is checked to be: nothing has happened then. */
  commit(write: AtomicWrite): Promise<boolean>;
  listenQueue(handle: (message: unknown) => void): Promise<void>;
  close(): void;
}

/** The one place where values enter and leave a KV. */
export function encodedKv(kv: Deno.Kv): EncodedKv {
  return {
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
    listenQueue: (handle) => kv.listenQueue((message) => handle(decodeValue(message))),
    close: () => kv.close(),
  };
}

/** The same entry, for KV makes a new one for every read. */
function decoded<Entry extends Deno.KvEntryMaybe<unknown>>(entry: Entry): Entry {
  if (entry.versionstamp !== null) entry.value = decodeValue(entry.value);
  return entry;
}

function encoded(mutation: Deno.KvMutation): Deno.KvMutation {
  if (mutation.type === "delete") return mutation;
  if (mutation.type === "set") return { ...mutation, value: encodeValue(mutation.value) };
  throw new TypeError(`Cannot write a "${mutation.type}": KV would keep a number of its own; read, count and set`);
}
