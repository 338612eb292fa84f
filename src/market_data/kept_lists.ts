import type { Market } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { everyAnswer } from "../domain/every_answer.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { MarketDataCache } from "./cache.ts";
import { type MarketReader, READER_HERE } from "./market_reader.ts";
import type { FetchContext, ListStatus, ProviderId, RefreshedList } from "./provider.ts";
import type { ListTables, PublishedListOutput } from "./readings/published_list.ts";
import { countOfTexts } from "./packed_texts.ts";
import { SharedFetches } from "./shared_fetches.ts";
import type { SourceList } from "./source.ts";
import { SourceError } from "./source_error.ts";

/** Type of an asset list that a source publishes, with the function that downloads its bytes. */
export interface PublishedList extends SourceList {
  readonly source: ProviderId;
  bytes(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Last good version of a published asset list, with the assets that it no longer contains. */
export interface GoodList extends ListTables {
  readonly list: PublishedList;
  /** Date that the asset list states as its own; null where it states none. */
  readonly asOf: string | null;
  readonly fetchedAt: string;
  readonly digest: string;
}

export interface KeptListsOptions {
  readonly lists: readonly PublishedList[];
  readonly maxAgeHours: number;
  readonly onHit: (source: ProviderId) => void;
  /** Reader that parses lists, for example in a worker; the current thread parses them if absent. */
  readonly reader?: MarketReader;
}

/** Milliseconds after which this process notices an asset list that another process has fetched. */
const LATELY_MS = 1_000;

/**
 * Keeps the last good version of each published list in the cache and refreshes it. A list stays in use until a
 * complete new one replaces it, but for no longer than `MOST_AGE_MS`.
 */
export class KeptLists {
  readonly #cache: MarketDataCache;
  readonly #lists: readonly PublishedList[];
  readonly #maxAgeMs: number;
  readonly #read = new Map<string, GoodList>();
  readonly #foundAt = new Map<string, number>();
  readonly #fetches = new SharedFetches<RefreshedList>();
  readonly #readings = new Map<string, Promise<GoodList | null>>();
  readonly #onHit: (source: ProviderId) => void;
  readonly #reader: MarketReader;

  constructor(cache: MarketDataCache, { lists, maxAgeHours, onHit, reader = READER_HERE }: KeptListsOptions) {
    this.#reader = reader;
    this.#cache = cache;
    this.#lists = lists;
    this.#maxAgeMs = maxAgeHours * HOUR_MS;
    this.#onHit = onHit;
  }

  /**
   * Returns the last good version of each asset list of a market, and fetches lists that are not cached yet or are
   * older than `MOST_AGE_MS`. Where a list is still unusable, an optional one is left out, and a required one throws
   * `market_data_unavailable`.
   */
  async of(market: Market, context: FetchContext): Promise<readonly GoodList[]> {
    const lists = this.#lists.filter((list) => list.market === market);
    const found = await everyAnswer(lists.map((list) => this.#usable(list, context)));
    return found.filter((list) => list !== null);
  }

  /**
   * Fetches the asset lists that are due, or all of them, and reports the outcome of each. A list that cannot be
   * fetched or read keeps its last good version.
   */
  async refresh(which: "due" | "all", context: FetchContext): Promise<readonly RefreshedList[]> {
    const refreshed: RefreshedList[] = [];
    for (const list of this.#lists) {
      context.signal.throwIfAborted();
      const good = await this.#good(list);
      const isDue = good === null || ageMs(good, context.now()) >= DUE_SHARE * this.#maxAgeMs;
      if (which === "due" && !isDue) refreshed.push({ ...statusOf(list, good), outcome: "fresh", fault: null });
      else refreshed.push(await this.#refreshed(list, which, context));
    }
    return refreshed;
  }

  async status(): Promise<readonly ListStatus[]> {
    return await Promise.all(this.#lists.map(async (list) => statusOf(list, await this.#good(list))));
  }

  async #usable(list: PublishedList, context: FetchContext): Promise<GoodList | null> {
    const good = await this.#lately(list, context.now());
    if (good !== null && ageMs(good, context.now()) < MOST_AGE_MS) {
      this.#onHit(good.list.source);
      return good;
    }
    const { fault } = await this.#refreshed(list, "due", context);
    const fetched = await this.#good(list);
    if (fetched !== null && ageMs(fetched, context.now()) < MOST_AGE_MS) return fetched;
    if (list.isOptional) return null;
    const age = fetched === null ? "" : `, and the last good list was fetched on ${fetched.fetchedAt.slice(0, 10)}`;
    throw new DomainError(
      "market_data_unavailable",
      `Cannot use the list "${list.id}" of market ${list.market}: ${fault ?? "it could not be refreshed"}${age}`,
    );
  }

  async #refreshed(list: PublishedList, which: "due" | "all", context: FetchContext): Promise<RefreshedList> {
    return await this.#fetches.share(
      list.id,
      (signal) => this.#byOne(list, which, { ...context, signal }),
      context.signal,
    );
  }

  async #byOne(list: PublishedList, which: "due" | "all", context: FetchContext): Promise<RefreshedList> {
    let done: RefreshedList | null = null;
    await this.#cache.once(`list ${list.id}`, async () => {
      const good = await this.#good(list);
      const isFresh = good !== null && ageMs(good, context.now()) < DUE_SHARE * this.#maxAgeMs;
      done = which === "due" && isFresh
        ? { ...statusOf(list, good), outcome: "fresh", fault: null }
        : await this.#replaced(list, good, context);
    }, context.signal);
    return done ?? { ...statusOf(list, await this.#good(list)), outcome: "left to another process", fault: null };
  }

  async #replaced(list: PublishedList, good: GoodList | null, { now, signal }: FetchContext): Promise<RefreshedList> {
    try {
      const bytes = await list.bytes(signal);
      const before = good && { listings: good.listings, former: good.former, digest: good.digest };
      const found = await this.#reader.run("published_list", { layout: list.layout, bytes, before });
      signal.throwIfAborted();
      if (found.outcome === "bad") {
        const fault = `Cannot read the list of "${list.source}": ${found.fault}`;
        return { ...statusOf(list, good), outcome: "failed", fault };
      }
      const next = { ...nextList(good, found), list, fetchedAt: now() };
      await this.#write(next, found.outcome === "replaced" ? found.packed : null);
      return { ...statusOf(list, next), outcome: found.outcome, fault: null };
    } catch (error) {
      signal.throwIfAborted();
      return { ...statusOf(list, good), outcome: "failed", fault: faultText(error) };
    }
  }

  /**
   * Stores a new asset list in memory and in the cache. The list in memory is used even where the store refuses the
   * write.
   */
  async #write(
    list: GoodList,
    packed: Readonly<Record<string, Uint8Array<ArrayBuffer>>> | null,
  ): Promise<void> {
    this.#read.set(list.list.id, list);
    const parts = new Map(Object.entries(packed ?? {}));
    const bytes = packed === null
      ? (await this.#cache.lists.read(list.list.id, []))?.head.bytes ?? 0
      : [...parts.values()].reduce((sum, { length }) => sum + length, 0);
    const head = {
      source: list.list.source,
      fetchedAt: list.fetchedAt,
      bytes,
      about: { digest: list.digest, asOf: list.asOf, rows: rowsOf(list) },
    };
    try {
      await this.#cache.lists.write(list.list.id, { head, parts });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "not_ready") throw error;
    }
  }

  /**
   * Returns the last good version of an asset list, and skips the cache if it was checked within the last second: the
   * catalogue asks hundreds of times a second.
   */
  async #lately(list: PublishedList, now: string): Promise<GoodList | null> {
    const at = Date.parse(now);
    const known = this.#read.get(list.id);
    const age = at - (this.#foundAt.get(list.id) ?? -Infinity);
    if (known !== undefined && age >= 0 && age < LATELY_MS) return known;
    const good = await this.#good(list);
    this.#foundAt.set(list.id, at);
    return good;
  }

  /** Returns the last good version of an asset list: the one in memory, unless the cache has a newer one. */
  async #good(list: PublishedList): Promise<GoodList | null> {
    const known = this.#read.get(list.id) ?? null;
    const head = (await this.#cache.lists.read(list.id, []))?.head ?? null;
    if (head === null || (known !== null && known.fetchedAt >= head.fetchedAt)) return known;
    if (known !== null && known.digest === head.about.digest) {
      const same = { ...known, fetchedAt: head.fetchedAt };
      this.#read.set(list.id, same);
      return same;
    }
    const read = await this.#readEntry(list);
    if (read !== null) this.#read.set(list.id, read);
    return read ?? known;
  }

  /** Reads an asset list from the cache. Callers that ask for the same list at the same time share one read. */
  #readEntry(list: PublishedList): Promise<GoodList | null> {
    const reading = this.#readings.get(list.id) ?? this.#entry(list).finally(() => this.#readings.delete(list.id));
    this.#readings.set(list.id, reading);
    return reading;
  }

  /**
   * Reads and parses an asset list from the cache; null where it is missing or cannot be read, so that it is fetched
   * again.
   */
  async #entry(list: PublishedList): Promise<GoodList | null> {
    const entry = await this.#cache.lists.read(list.id);
    const [text, former] = [entry?.parts.get("text"), entry?.parts.get("former")];
    if (entry === null || text === undefined || former === undefined) return null;
    const inputs = { layout: list.layout, text: text.slice(), former: former.slice() };
    const found = await this.#reader.run("kept_list", inputs);
    const { fetchedAt, about } = entry.head;
    return found && { ...found, list, fetchedAt, digest: String(about.digest) };
  }
}

/** Greatest age of an asset list that is still used when it cannot be refreshed, in milliseconds. */
export const MOST_AGE_MS = 7 * 24 * HOUR_MS;
/** Fraction of `maxAgeHours` after which an asset list is due to be fetched again. */
const DUE_SHARE = 0.5;

/**
 * Returns the content of an asset list after a fetch: the new content, or the last good one where nothing has changed.
 */
function nextList(
  good: GoodList | null,
  found: Exclude<PublishedListOutput, { outcome: "bad" }>,
): Omit<GoodList, "list" | "fetchedAt"> {
  if (found.outcome === "replaced") {
    const { listings, former, asOf, digest } = found;
    return { listings, former, asOf, digest };
  }
  if (good === null) throw new RangeError("Cannot find the last good version of an unchanged list");
  return good;
}

function rowsOf({ listings }: GoodList): number {
  return countOfTexts(listings.lines);
}

function statusOf(list: PublishedList, good: GoodList | null): ListStatus {
  return {
    list: list.id,
    market: list.market,
    source: good?.list.source ?? null,
    asOf: good?.asOf ?? null,
    fetchedAt: good?.fetchedAt ?? null,
    agesFrom: good?.fetchedAt ?? null,
    digest: good?.digest ?? null,
    rows: good === null ? 0 : rowsOf(good),
  };
}

function ageMs({ fetchedAt }: GoodList, now: string): number {
  return Date.parse(now) - Date.parse(fetchedAt);
}

function faultText(error: unknown): string {
  if (error instanceof SourceError) return error.message;
  if (error instanceof DomainError && error.code === "worker_lost") return error.message;
  throw error;
}
