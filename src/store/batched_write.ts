import type { AtomicWrite, Reader } from "./encoded_kv.ts";
import { encodeValue } from "./value_codec.ts";

/** Thrown to a decision that looks for entries which its batch may be about to write: it has to come first in one. */
class FirstOfBatchOnly extends Error {}

interface SizedWrite extends AtomicWrite {
  readonly bytes: number;
}

/** How many bytes of values and how many checks are in one operation. */
export interface BatchSize {
  readonly bytes: number;
  readonly checks: number;
}

/**
 * One operation of several decisions, each of which reads what those before it are about to write. An entry is read
 * once, and checked to be as it was read by whoever checks it.
 */
export class BatchedWrite {
  readonly #reader: Reader;
  readonly #entries = new Map<string, Deno.KvEntryMaybe<unknown>>();
  readonly #checks = new Map<string, Deno.AtomicCheck>();
  readonly #mutations = new Map<string, Deno.KvMutation>();
  #bytes = 0;
  #message: unknown;
  readonly #failures = new Set<unknown>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /**
   * The decision, which is part of the operation from then on; null where it would make it larger than it may be, or
   * has to come first, and something is in it already. Throws what it throws, `isReadFailure` telling whose that is.
   */
  async add<Change extends AtomicWrite>(
    decide: (read: Reader) => Promise<Change>,
    atMost: BatchSize,
  ): Promise<Change | null> {
    try {
      const change = await decide(this.#read());
      const bytes = bytesOf(change.mutations);
      if (!this.#isEmpty && !this.#hasRoom({ ...change, bytes }, atMost)) return null;
      this.#take({ ...change, bytes });
      return change;
    } catch (error) {
      if (error instanceof FirstOfBatchOnly) return null;
      throw error;
    }
  }

  /** Reads entries at once that decisions will read one after the other. */
  async readAhead(keys: readonly Deno.KvKey[]): Promise<void> {
    const { getMany } = this.#read();
    const parts = Array.from(
      { length: Math.ceil(keys.length / KEYS_AT_ONCE) },
      (_, part) => keys.slice(part * KEYS_AT_ONCE, (part + 1) * KEYS_AT_ONCE),
    );
    await Promise.all(parts.map((part) => getMany<unknown[]>(part)));
  }

  /** Whether an error came from the store and not from a decision. */
  isReadFailure(error: unknown): boolean {
    return this.#failures.has(error);
  }

  get write(): AtomicWrite {
    const message = this.#message === undefined ? {} : { message: this.#message };
    return { checks: [...this.#checks.values()], mutations: [...this.#mutations.values()], ...message };
  }

  get #isEmpty(): boolean {
    return this.#mutations.size === 0;
  }

  #hasRoom({ checks, bytes }: SizedWrite, atMost: BatchSize): boolean {
    const checked = new Set([...this.#checks.keys(), ...checks.map(({ key }) => nameOf(key))]);
    return checked.size <= atMost.checks && this.#bytes + bytes <= atMost.bytes;
  }

  #take({ checks, mutations, bytes, message }: SizedWrite): void {
    for (const check of checks) if (!this.#checks.has(nameOf(check.key))) this.#checks.set(nameOf(check.key), check);
    for (const mutation of mutations) this.#mutations.set(nameOf(mutation.key), mutation);
    this.#bytes += bytes;
    this.#message = message ?? this.#message;
  }

  #read(): Reader {
    const getMany = async <Values extends readonly unknown[]>(
      keys: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
    ): Promise<{ [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> }> => {
      const missing = keys.filter((key) => !this.#entries.has(nameOf(key)));
      const read = missing.length === 0 ? [] : await this.#noting(this.#reader.getMany<unknown[]>(missing));
      for (const entry of read) {
        const name = nameOf(entry.key);
        // Of two reads at a time the first counts for both.
        if (!this.#entries.has(name)) this.#entries.set(name, entry);
      }
      // Each was read now or before, as whoever asks for it says it is, which is what `getMany` of the KV trusts too.
      return keys.map((key) => this.#entry(key)) as { [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> };
    };
    return {
      getMany,
      get: async <Value>(key: Deno.KvKey) => (await getMany<[Value]>([key]))[0],
      list: <Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) => {
        if (!this.#isEmpty) throw new FirstOfBatchOnly();
        return this.#listed(this.#reader.list<Value>(selector, options));
      },
    };
  }

  /** As the operation would leave it, with the version that it has now. */
  #entry(key: Deno.KvKey): Deno.KvEntryMaybe<unknown> | undefined {
    const entry = this.#entries.get(nameOf(key));
    const mutation = this.#mutations.get(nameOf(key));
    if (entry === undefined || mutation === undefined) return entry;
    const { versionstamp } = entry;
    // KV types an entry that is absent by its version; one that is about to be written has the version of before.
    return { key, value: mutation.type === "delete" ? null : mutation.value, versionstamp } as Deno.KvEntryMaybe<
      unknown
    >;
  }

  async *#listed<Value>(entries: AsyncIterable<Deno.KvEntry<Value>>): AsyncIterable<Deno.KvEntry<Value>> {
    const iterator = entries[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.#noting(iterator.next());
      if (next.done) return;
      yield next.value;
    }
  }

  async #noting<Read>(read: Promise<Read>): Promise<Read> {
    try {
      return await read;
    } catch (error) {
      this.#failures.add(error);
      throw error;
    }
  }
}

/** The limit of the KV. */
const KEYS_AT_ONCE = 10;

function nameOf(key: Deno.KvKey): string {
  return JSON.stringify(key);
}

function bytesOf(mutations: readonly Deno.KvMutation[]): number {
  return mutations.reduce((sum, mutation) => sum + (mutation.type === "set" ? sizeOf(mutation.value) : 0), 0);
}

/** Throws for what no operation can hold, to whoever decides to write it. */
function sizeOf(value: unknown): number {
  const bytes = value instanceof Uint8Array ? value.length : encodeValue(value).length;
  if (bytes > VALUE_BYTES_AT_MOST) throw new TypeError(`Value too large (max ${VALUE_BYTES_AT_MOST} bytes)`);
  return bytes;
}

const VALUE_BYTES_AT_MOST = 65_536;
