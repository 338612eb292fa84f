import { DomainError } from "../domain/errors.ts";
import { HOUR_MS, type Instant } from "../domain/instant.ts";
import { pause } from "../runtime/pause.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { MarketEntries, type MarketHead } from "./market_entries.ts";
import { SpacedWrites } from "./spaced_writes.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** How the host of a source was found to be. */
export interface HostRecord {
  readonly host: string;
  readonly provider: string;
  readonly circuit: "closed" | "half_open" | "open";
  readonly since: string;
  readonly until: string | null;
  readonly lastFault: string | null;
}

/** What is kept of market data, for all processes on the store: of no account, and never the only copy. */
export interface MarketDataRepository {
  readonly lists: MarketEntries;
  /** Prices by asset, in parts of a year. */
  readonly series: MarketEntries;
  status(): Promise<{
    readonly assets: number;
    readonly bytes: number;
    readonly oldestFetchedAt: string | null;
  }>;
  noteHost(status: HostRecord): Promise<void>;
  hosts(): Promise<readonly HostRecord[]>;
  /**
   * Does what one process of all does at a time, where no other is at it; false where another was, after waiting for
   * it. Where nothing can be stored no process knows of another, and it is done.
   */
  once(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
  /**
   * Deletes the prices that were not used for longest until the rest is within the bound, and what was never finished;
   * the number of entries.
   */
  sweep(signal?: AbortSignal): Promise<number>;
}

export interface MarketDataOptions {
  /** Of all prices together. */
  readonly bytesAtMost?: number;
  readonly leaseMs?: number;
}

const BYTES_AT_MOST = 1024 * 1024 * 1024;
/** Longer than a source may take to answer. */
const LEASE_MS = 45_000;
const POLL_MS = 50;
const POLL_AT_MOST_MS = 500;
const UNFINISHED_KEPT_MS = HOUR_MS;
const USES_PER_WRITE = 500;

/** The repository of market data over a KV. */
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
      // What nobody here has used since has not grown here either.
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

/** What a process has read since it last said so. */
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

/** A lease by its holder, and not by a time in it: the clocks of two processes may be an hour apart. */
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

/** A lease that stays the same for as long as any may last was left by a process that ended. */
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

/** What cannot be released ends by itself. */
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
