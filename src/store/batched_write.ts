import type { AtomicWrite, Reader } from "./encoded_kv.ts";
import { readMany } from "./page.ts";
import { encodeValue } from "./value_codec.ts";

/**
 * Error thrown to the callback of a batched transaction that lists entries after another transaction of the batch has
 * written: such a transaction must be the first of its batch.
 */
class FirstOfBatchOnly extends Error {}

interface SizedWrite extends AtomicWrite {
  readonly bytes: number;
}

/** Type of the size of one atomic KV operation: the number of bytes of its values and the number of its checks. */
export interface BatchSize {
  readonly bytes: number;
  readonly checks: number;
}

/**
 * Combines the changes of several store transactions into one atomic operation. Each transaction reads what earlier
 * transactions of the batch are about to write. Each entry is read from the store once, and every check uses the
 * version of that read.
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
   * Runs the callback of a store transaction and adds its changes to the atomic operation. Returns null if the
   * operation is not empty and either would become larger than `atMost` or the transaction must be the first of its
   * batch. Rethrows errors of the callback; `isReadFailure` tells whether the store threw them.
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

  /** Reads many KV entries at once that the transactions of a batch will need one after the other. */
  async readAhead(keys: readonly Deno.KvKey[]): Promise<void> {
    await readMany(this.#read(), keys);
  }

  /** Whether an error was thrown by a read of the store and not by the callback of a transaction in the batch. */
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
        // Two concurrent reads may return the same KV entry: the first result is used for both, so that all checks use
        // one version.
        if (!this.#entries.has(name)) this.#entries.set(name, entry);
      }
      // Every requested entry has been read by now. The value types are those the caller names, which `getMany` of Deno
      // KV trusts too.
      return keys.map((key) => this.#entry(key)) as { [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> };
    };
    return {
      keysAtOnce: this.#reader.keysAtOnce,
      getMany,
      get: async <Value>(key: Deno.KvKey) => (await getMany<[Value]>([key]))[0],
      list: <Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) => {
        if (!this.#isEmpty) throw new FirstOfBatchOnly();
        return this.#listed(this.#reader.list<Value>(selector, options));
      },
    };
  }

  /**
   * Returns a KV entry with the value that the pending atomic operation would write, and with the version that is
   * stored now.
   */
  #entry(key: Deno.KvKey): Deno.KvEntryMaybe<unknown> | undefined {
    const entry = this.#entries.get(nameOf(key));
    const mutation = this.#mutations.get(nameOf(key));
    if (entry === undefined || mutation === undefined) return entry;
    const { versionstamp } = entry;
    // The KV types define an absent entry by a null version; an entry that is about to be written keeps its former
    // version here.
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

function nameOf(key: Deno.KvKey): string {
  return JSON.stringify(key);
}

function bytesOf(mutations: readonly Deno.KvMutation[]): number {
  return mutations.reduce((sum, mutation) => sum + (mutation.type === "set" ? sizeOf(mutation.value) : 0), 0);
}

/** Returns the encoded size of a value in bytes. Throws a `TypeError` if the value is too large for any operation. */
function sizeOf(value: unknown): number {
  const bytes = value instanceof Uint8Array ? value.length : encodeValue(value).length;
  if (bytes > VALUE_BYTES_AT_MOST) throw new TypeError(`Value too large (max ${VALUE_BYTES_AT_MOST} bytes)`);
  return bytes;
}

const VALUE_BYTES_AT_MOST = 65_536;
