import { DomainError } from "../domain/errors.ts";
import { HOUR_MS, type Instant } from "../domain/instant.ts";
import { pause } from "../runtime/pause.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { MarketEntries, type MarketHead } from "./market_entries.ts";
import { SpacedWrites } from "./spaced_writes.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/**
 * Record of whether the host of a market data source was last reachable: the state of its circuit breaker, and since
 * when.
 */
export interface HostRecord {
  readonly host: string;
  readonly provider: string;
  readonly circuit: "closed" | "half_open" | "open";
  readonly since: string;
  readonly until: string | null;
  readonly lastFault: string | null;
}

/**
 * Cache of market data for all processes on the store. The cached data belongs to no account and is never the only
 * copy.
 */
export interface MarketDataRepository {
  readonly lists: MarketEntries;
  /** Cache of price series by asset, each in parts of a year. */
  readonly series: MarketEntries;
  status(): Promise<{
    readonly assets: number;
    readonly bytes: number;
    readonly oldestFetchedAt: string | null;
  }>;
  noteHost(status: HostRecord): Promise<void>;
  hosts(): Promise<readonly HostRecord[]>;
  /**
   * Runs an action that only one process may run at a time. Returns true after running it; if another process runs the
   * same action, waits for the end of that run and returns false. If the store accepts no writes, the action runs
   * without this coordination.
   */
  once(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
  /**
   * Deletes the prices that were unused for the longest time until the rest is within the size limit, and deletes what
   * is left of unfinished writes older than an hour. Returns the number of deleted entries.
   */
  sweep(signal?: AbortSignal): Promise<number>;
}

export interface MarketDataOptions {
  /** Largest total size of all cached prices, in bytes. */
  readonly bytesAtMost?: number;
  readonly leaseMs?: number;
}

const BYTES_AT_MOST = 1024 * 1024 * 1024;
/** Milliseconds after which a lease counts as abandoned: longer than a source of market data may take to respond. */
const LEASE_MS = 45_000;
const POLL_MS = 50;
const POLL_AT_MOST_MS = 500;
const UNFINISHED_KEPT_MS = HOUR_MS;
const USES_PER_WRITE = 500;

/** Creates the cache of market data over a KV. */
export function marketDataRepository(
  context: StoreContext,
  { bytesAtMost = BYTES_AT_MOST, leaseMs = LEASE_MS }: MarketDataOptions = {},
): MarketDataRepository {
  const uses = new Map<string, Instant>();
  const writes = new SpacedWrites();
  const onRead = (name: string): unknown => uses.set(name, context.clock.now());
  const series = new MarketEntries(context, "series", { onRead, writes });
  const lists = new MarketEntries(context, "lists", { onRead: () => {}, writes });
  return {
    lists,
    series,
    status: async () => statusOf([...(await series.heads()).values()]),
    noteHost: (status) => write(context, [put(keys.marketHost(status.host), status)]),
    async hosts() {
      const entries = await Array.fromAsync(context.kv.list<HostRecord>({ prefix: keys.marketHosts }));
      return entries.map(({ value }) => value);
    },
    once: (name, act, signal) => once(context, { name, leaseMs, act, signal }),
    async sweep(signal) {
      // If this process has read no prices since the last sweep, it has also added none, so no eviction is needed.
      const isUsed = uses.size > 0;
      await noteUses(context, uses);
      const before = context.clock.now() - UNFINISHED_KEPT_MS;
      const unfinished = await lists.sweep(before, signal) + await series.sweep(before, signal);
      return unfinished + (isUsed ? await evict(context, { series, bytesAtMost, signal }) : 0);
    },
  };
}

function statusOf(heads: readonly MarketHead[]): Awaited<ReturnType<MarketDataRepository["status"]>> {
  const oldest = heads.reduce<string | null>(
    (first, { fetchedAt }) => first === null || fetchedAt < first ? fetchedAt : first,
    null,
  );
  return { assets: heads.length, bytes: heads.reduce((sum, { bytes }) => sum + bytes, 0), oldestFetchedAt: oldest };
}

/** Stores when this process last read each price series, and clears the list of those reads. */
async function noteUses(context: StoreContext, uses: Map<string, Instant>): Promise<void> {
  const noted = [...uses];
  uses.clear();
  for (let at = 0; at < noted.length; at += USES_PER_WRITE) {
    await write(
      context,
      noted.slice(at, at + USES_PER_WRITE).map(([name, usedAt]) => put(keys.marketUse(name), usedAt)),
    );
  }
}

async function evict(
  context: StoreContext,
  { series, bytesAtMost, signal }: {
    readonly series: MarketEntries;
    readonly bytesAtMost: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<number> {
  const heads = await series.heads();
  let bytes = statusOf([...heads.values()]).bytes;
  if (bytes <= bytesAtMost) return 0;
  const usedAt = new Map<string, Instant>();
  for await (const { key, value } of context.kv.list<Instant>({ prefix: keys.marketUses })) {
    usedAt.set(String(key.at(-1)), value);
  }
  const order = [...heads].map(([name, { bytes }]) => ({ name, bytes, used: usedAt.get(name) ?? 0 }))
    .sort((a, b) => a.used - b.used);
  let evicted = 0;
  for (const one of order) {
    if (bytes <= bytesAtMost || signal?.aborted) break;
    await series.delete(one.name);
    await write(context, [remove(keys.marketUse(one.name))]);
    bytes -= one.bytes;
    evicted++;
  }
  return evicted;
}

interface Turn {
  readonly name: string;
  readonly leaseMs: number;
  readonly act: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Runs an action under a lease that names its holder instead of a time, because the clocks of two processes may differ
 * by an hour.
 */
async function once(context: StoreContext, { name, leaseMs, act, signal }: Turn): Promise<boolean> {
  const holder = context.random.ulid();
  let isMine: boolean;
  try {
    isMine = await take(context, name, holder);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_ready") throw error;
    await act();
    return true;
  }
  if (!isMine) return await waitForEnd(context, { name, leaseMs, act, signal }, holder);
  try {
    await act();
    return true;
  } finally {
    await release(context, name, holder);
  }
}

/**
 * Waits until another process ends an action and returns false. A lease that stays unchanged for the whole lease time
 * was left by a process that ended; then this process runs the action and returns true.
 */
async function waitForEnd(context: StoreContext, turn: Turn, holder: string): Promise<boolean> {
  const key = keys.marketLease(turn.name);
  const first = (await context.kv.get<string>(key)).value;
  let waitedMs = 0;
  for (let pauseMs = POLL_MS; waitedMs < turn.leaseMs; pauseMs = Math.min(2 * pauseMs, POLL_AT_MOST_MS)) {
    await pause(pauseMs, turn.signal);
    turn.signal.throwIfAborted();
    waitedMs += pauseMs;
    if ((await context.kv.get<string>(key)).value !== first) return false;
  }
  const isMine = await transaction(context, async (read) => {
    const entry = await read.get<string>(key);
    const isLeft = entry.value === first;
    return { checks: [entry], mutations: isLeft ? [put(key, holder)] : [], result: isLeft };
  });
  if (!isMine) return false;
  try {
    await turn.act();
    return true;
  } finally {
    await release(context, turn.name, holder);
  }
}

async function take(context: StoreContext, name: string, holder: string): Promise<boolean> {
  return await transaction(context, async (read) => {
    const entry = await read.get<string>(keys.marketLease(name));
    if (entry.value !== null) return { checks: [], mutations: [], result: false };
    return { checks: [entry], mutations: [put(entry.key, holder)], result: true };
  });
}

/**
 * Releases the lease of an action. If the store accepts no writes, other processes take the lease over after its time.
 */
async function release(context: StoreContext, name: string, holder: string): Promise<void> {
  try {
    await transaction(context, async (read) => {
      const entry = await read.get<string>(keys.marketLease(name));
      const isMine = entry.value === holder;
      return { checks: [entry], mutations: isMine ? [remove(entry.key)] : [], result: undefined };
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_ready") throw error;
  }
}
