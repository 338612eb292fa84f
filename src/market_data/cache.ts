import type { CacheStatus, HostStatus } from "./provider.ts";

/**
 * What is kept of market data, by every process on one store; `store/` implements it by its shape. Entries are whole at
 * any time: what ends in the middle of a write leaves the last good one.
 */
export interface MarketDataCache {
  readonly lists: KeptEntries;
  /** Prices, by the asset's id or the benchmark's. */
  readonly series: KeptEntries;
  /** The number and the size of the series, and since when the oldest is as it is. */
  status(): Promise<CacheStatus>;
  /** How a host was found to be, for whoever runs the service; the last word of any process counts. */
  noteHost(status: HostStatus): Promise<void>;
  hosts(): Promise<readonly HostStatus[]>;
  /**
   * Does something that one process of all does at a time, where no other is at it; false where another is, after
   * waiting for it. What takes longer than a source may take to answer may be begun by another.
   */
  once(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
}

/** Entries by name, each a head and parts. */
export interface KeptEntries {
  /** Null where there is none; the parts by name, all of them or those that are named. */
  read(name: string, parts?: readonly string[]): Promise<KeptEntry | null>;
  heads(): Promise<ReadonlyMap<string, KeptHead>>;
  /** Writes a head and parts at once, whole or not at all; parts that are not named stay, null ends one. */
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

/** What is said of an entry beside its bytes. */
export interface KeptHead {
  readonly source: string;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** Of all parts together. */
  readonly bytes: number;
  /** What else whoever keeps it needs to know, as JSON. */
  readonly about: Readonly<Record<string, string | number | null>>;
}
