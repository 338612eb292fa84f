import type { Instant } from "../../domain/instant.ts";

/** Entry as it is stored: its key in the form of `keyBytes`, and its value in the form of the value codec. */
export interface RawEntry {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly value: Uint8Array<ArrayBuffer>;
  /** Text that differs for each write of an entry, also after it was deleted. */
  readonly version: string;
  /** When the store may drop the entry; null if it stays. */
  readonly expiresAt: Instant | null;
}

/** Entry as a scan finds it. Stores that send values with every list give the whole entry. */
export interface ScannedEntry extends Pick<RawEntry, "key" | "version"> {
  readonly entry: RawEntry | null;
}

/** Entries to set and keys to delete, all in one operation. */
export interface RawWrite {
  readonly set: readonly Pick<RawEntry, "key" | "value" | "expiresAt">[];
  readonly remove: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * A store of any kind as its bare entries, for copies of whole stores. Its writes check nothing, and succeed also while
 * the store is closed to the writes of others.
 */
export interface RawStore {
  /** Address of the store without secrets, for sentences. */
  readonly shown: string;
  /** Lists all entries in the order of their keys, in batches. Each batch shows the store as it is when it is read. */
  scan(): AsyncIterable<readonly ScannedEntry[]>;
  /** Reads the entries with these keys, at most 100; those that are not there are left out. */
  read(keys: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly RawEntry[]>;
  /** Writes in one operation, which may have 100 entries and 512 KiB. */
  write(write: RawWrite): Promise<void>;
  /** Whether the store refuses the writes of all others. */
  isClosedToWrites(): Promise<boolean>;
  /**
   * Makes the store refuse every write of all others: none succeeds after this call has returned. `until` is a time
   * from which processes may take the mark away; only an operator may if it is null. Stores in a file or in PostgreSQL
   * keep no such time.
   */
  closeToWrites(until: Instant | null): Promise<void>;
  openToWrites(): Promise<void>;
  /** Sets an entry and lets the store accept writes, both in one operation, or in a file the writes first. */
  complete(entry: RawEntry): Promise<void>;
  /** Ends the connections. */
  end(): Promise<void>;
}
