import type { MarketFile } from "./market_folder.ts";

interface Entry<Value> {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly value: Promise<Value>;
  /** 0 until it is read. */
  size: number;
}

/**
 * What was read of files, until a file's size or time changes: the least recently used go when together they are too
 * large.
 */
export class FileCache<Value> {
  readonly #read: (file: MarketFile) => Promise<Value>;
  readonly #sizeOf: (value: Value) => number;
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry<Value>>();
  #size = 0;

  /** `sizeOf` and `capacityBytes` in bytes of memory. */
  constructor(
    read: (file: MarketFile) => Promise<Value>,
    { sizeOf, capacityBytes }: { readonly sizeOf: (value: Value) => number; readonly capacityBytes: number },
  ) {
    this.#read = read;
    this.#sizeOf = sizeOf;
    this.#capacity = capacityBytes;
  }

  /** Bytes of all that is cached. */
  get sizeBytes(): number {
    return this.#size;
  }

  /** What is in a file: read once while it does not change, by however many ask at a time. */
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
