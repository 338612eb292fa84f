import type { CacheStatus, HostStatus } from "./provider.ts";

/**
 * Interface of the cache of market data. A cache in the store (`store/`) is shared by all processes of that store;
 * `memoryCache` serves one process. A write that is interrupted leaves the last good entry whole.
 */
export interface MarketDataCache {
  readonly lists: KeptEntries;
  /** Cached price series, keyed by asset id or benchmark id. */
  readonly series: KeptEntries;
  /** Returns how many price series are cached, their size, and when the oldest of them was fetched. */
  status(): Promise<CacheStatus>;
  /**
   * Records the state of a data source's host (reachable or not) for the operator. The latest record of any process
   * replaces earlier ones.
   */
  noteHost(status: HostStatus): Promise<void>;
  hosts(): Promise<readonly HostStatus[]>;
  /**
   * Runs a named task in one process at a time. Returns false when another process is already running the task, after
   * waiting for it to finish. If the task takes longer than a source may take to answer, another process may start it
   * as well.
   */
  once(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
}

/** Store of named cache entries, each with a head (its description) and parts (its bytes). */
export interface KeptEntries {
  /**
   * Returns the cache entry with the given name, with all its parts or only the named ones; null where there is no such
   * entry.
   */
  read(name: string, parts?: readonly string[]): Promise<KeptEntry | null>;
  heads(): Promise<ReadonlyMap<string, KeptHead>>;
  /**
   * Writes the head (description) and parts (bytes) of a cache entry in one atomic step. Parts that are not named stay
   * as they are; a null part is deleted.
   */
  write(name: string, entry: KeptWrite): Promise<void>;
}

export interface KeptEntry {
  readonly head: KeptHead;
  readonly parts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export interface KeptWrite {
  readonly head: KeptHead;
  readonly parts: ReadonlyMap<string, Uint8Array<ArrayBuffer> | null>;
}

/** Description (head) of a cache entry of market data, stored beside its bytes. */
export interface KeptHead {
  readonly source: string;
  /** Time at which the cached market data was fetched, ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** Size of all parts of a cache entry together, in bytes. */
  readonly bytes: number;
  /** Further JSON values that the owner of the cache entry stores with it. */
  readonly about: Readonly<Record<string, string | number | null>>;
}
