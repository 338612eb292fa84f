import type { MarketFile } from "./market_folder.ts";

interface Entry<Value> {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly value: Promise<Value>;
  /** Estimated memory of the file's cached value in bytes; 0 until the file has been read. */
  size: number;
}

/**
 * Cache of values read from files. An entry is valid until the file's size or modification time changes; the least
 * recently used entries are dropped when the total is too large.
 */
export class FileCache<Value> {
  readonly #read: (file: MarketFile) => Promise<Value>;
  readonly #sizeOf: (value: Value) => number;
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry<Value>>();
  #size = 0;

  /**
   * Creates a cache of values read from files. `sizeOf` estimates the memory of a value and `capacityBytes` limits the
   * total, both in bytes.
   */
  constructor(
    read: (file: MarketFile) => Promise<Value>,
    { sizeOf, capacityBytes }: { readonly sizeOf: (value: Value) => number; readonly capacityBytes: number },
  ) {
    this.#read = read;
    this.#sizeOf = sizeOf;
    this.#capacity = capacityBytes;
  }

  /** Estimated memory of all cached values in bytes. */
  get sizeBytes(): number {
    return this.#size;
  }

  /** Returns the value of a file. It is read once until the file changes, however many callers ask at a time. */
  get(file: MarketFile): Promise<Value> {
    const known = this.#entries.get(file.path);
    if (known !== undefined && known.bytes === file.bytes && known.modifiedMs === file.modifiedMs) {
      this.#entries.delete(file.path);
      this.#entries.set(file.path, known);
      return known.value;
    }
    this.#forget(file.path);
    const { bytes, modifiedMs } = file;
    const entry: Entry<Value> = { bytes, modifiedMs, value: this.#read(file), size: 0 };
    this.#entries.set(file.path, entry);
    entry.value.then((value) => this.#cache(file.path, entry, value), () => {
      if (this.#entries.get(file.path) === entry) this.#forget(file.path);
    });
    return entry.value;
  }

  #cache(path: string, entry: Entry<Value>, value: Value): void {
    if (this.#entries.get(path) !== entry) return;
    entry.size = this.#sizeOf(value);
    this.#size += entry.size;
    for (const [oldest, { size }] of this.#entries) {
      if (this.#size <= this.#capacity) return;
      if (size > 0) this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#size -= this.#entries.get(path)?.size ?? 0;
    this.#entries.delete(path);
  }
}
