import { createHash } from "node:crypto";
import type { AssetId, Market } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { everyAnswer } from "../domain/every_answer.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { nextTurn } from "../runtime/next_turn.ts";
import type { KeptEntry, MarketDataCache } from "./cache.ts";
import { inTurns } from "./in_turns.ts";
import type { FetchContext, FormerListing, Listing, ListStatus, ProviderId, RefreshedList } from "./provider.ts";
import { PackedTextError, packText, unpackText } from "./packed_text.ts";
import { type ListingFile, ListingFileError } from "./readers/listing_file.ts";
import { SharedFetches } from "./shared_fetches.ts";
import type { SourceList } from "./source.ts";
import { SourceError } from "./source_error.ts";

/** A list of a source, and how its text is got. */
export interface PublishedList extends SourceList {
  readonly source: ProviderId;
  text(signal: AbortSignal): Promise<string>;
}

/** A list as it was got last. */
export interface GoodList extends ListingFile {
  readonly list: PublishedList;
  /** What it had before and has no more. */
  readonly former: readonly Listing[];
  readonly fetchedAt: string;
  readonly digest: string;
}

/** A list with fewer rows of the last good one is an error of whoever publishes it. */
const LEAST_SHARE = 0.5;
/** What another process has fetched is seen after this time. */
const LATELY_MS = 1_000;
const LISTINGS_AT_ONCE = 2_000;
/** As many of what is listed no more are remembered. */
const MOST_FORMER = 20_000;

/** The lists that are kept: each the last good one, whole until the next is. */
export class KeptLists {
  readonly #cache: MarketDataCache;
  readonly #lists: readonly PublishedList[];
  readonly #maxAgeMs: number;
  readonly #read = new Map<string, GoodList>();
  readonly #foundAt = new Map<string, number>();
  readonly #fetches = new SharedFetches<RefreshedList>();
  readonly #onHit: (source: ProviderId) => void;

  constructor(
    cache: MarketDataCache,
    { lists, maxAgeHours, onHit }: {
      readonly lists: readonly PublishedList[];
      readonly maxAgeHours: number;
      readonly onHit: (source: ProviderId) => void;
    },
  ) {
    this.#cache = cache;
    this.#lists = lists;
    this.#maxAgeMs = maxAgeHours * HOUR_MS;
    this.#onHit = onHit;
  }

  /**
   * The lists of a market, the last good one each, fetched where there is none. Throws `market_data_unavailable` where
   * one that the market is not known without cannot be got, or is older than `MOST_AGE_MS` and cannot be refreshed.
   */
  async of(market: Market, context: FetchContext): Promise<readonly GoodList[]> {
    const lists = this.#lists.filter((list) => list.market === market);
    const found = await everyAnswer(lists.map((list) => this.#usable(list, context)));
    return found.filter((list) => list !== null);
  }

  /** Fetches those that are due, or all. What fails leaves the last good one. */
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
    const age = fetched === null ? "" : `, and the last good one is of ${fetched.fetchedAt.slice(0, 10)}`;
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
      const text = await list.text(signal);
      // Of a list of megabytes each step is some milliseconds, between which others have their turn.
      await nextTurn();
      const digest = createHash("sha256").update(text).digest("hex");
      await nextTurn();
      const file = await list.read(text);
      await nextTurn();
      const least = LEAST_SHARE * (good?.listings.length ?? 0);
      if (file.listings.length < least) {
        throw new ListingFileError(`it has ${file.listings.length} rows where there were ${good?.listings.length}`);
      }
      const next = { ...file, list, former: await formerOf(good, file), fetchedAt: now(), digest };
      await this.#write(next, { text, isNew: digest !== good?.digest });
      return { ...statusOf(list, next), outcome: digest === good?.digest ? "unchanged" : "replaced", fault: null };
    } catch (error) {
      signal.throwIfAborted();
      return { ...statusOf(list, good), outcome: "failed", fault: faultText(error, list) };
    }
  }

  /** In memory too where the store takes no more. */
  async #write(list: GoodList, { text, isNew }: { readonly text: string; readonly isNew: boolean }): Promise<void> {
    this.#read.set(list.list.id, list);
    const parts = new Map<string, Uint8Array<ArrayBuffer>>();
    if (isNew) {
      parts.set("text", await packText(text));
      parts.set("former", await packText(JSON.stringify(list.former)));
    }
    const bytes = isNew
      ? [...parts.values()].reduce((sum, { length }) => sum + length, 0)
      : (await this.#cache.lists.read(list.list.id, []))?.head.bytes ?? 0;
    const head = {
      source: list.list.source,
      fetchedAt: list.fetchedAt,
      bytes,
      about: { digest: list.digest, asOf: list.asOf, rows: list.listings.length },
    };
    try {
      await this.#cache.lists.write(list.list.id, { head, parts });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "not_ready") throw error;
    }
  }

  /** The last good one as it was found a moment ago: a catalogue is asked for it hundreds of times a second. */
  async #lately(list: PublishedList, now: string): Promise<GoodList | null> {
    const at = Date.parse(now);
    const known = this.#read.get(list.id);
    const age = at - (this.#foundAt.get(list.id) ?? -Infinity);
    if (known !== undefined && age >= 0 && age < LATELY_MS) return known;
    const good = await this.#good(list);
    this.#foundAt.set(list.id, at);
    return good;
  }

  /** The last good one: in memory while the store has no other. */
  async #good(list: PublishedList): Promise<GoodList | null> {
    const known = this.#read.get(list.id) ?? null;
    const head = (await this.#cache.lists.read(list.id, []))?.head ?? null;
    if (head === null || (known !== null && known.fetchedAt >= head.fetchedAt)) return known;
    if (known !== null && known.digest === head.about.digest) {
      const same = { ...known, fetchedAt: head.fetchedAt };
      this.#read.set(list.id, same);
      return same;
    }
    const entry = await this.#cache.lists.read(list.id);
    const read = entry && await readableEntry(list, entry);
    if (read !== null) this.#read.set(list.id, read);
    return read ?? known;
  }
}

/** Searches and submissions go on so long with what there is. */
export const MOST_AGE_MS = 7 * 24 * HOUR_MS;
/** A list is fetched anew before it is as old as it may be. */
const DUE_SHARE = 0.5;

/**
 * Null where it cannot be read, as by a reader that knows another layout, or where it is damaged: it is fetched anew.
 */
async function readableEntry(list: PublishedList, entry: KeptEntry): Promise<GoodList | null> {
  try {
    return await readEntry(list, entry);
  } catch (error) {
    const isDamaged = error instanceof SyntaxError || error instanceof PackedTextError;
    if (error instanceof ListingFileError || isDamaged) return null;
    throw error;
  }
}

async function readEntry(list: PublishedList, { head, parts }: KeptEntry): Promise<GoodList | null> {
  const [text, former] = [parts.get("text"), parts.get("former")];
  if (text === undefined || former === undefined) return null;
  const [file, gone] = await Promise.all([unpackText(text), unpackText(former)]);
  return {
    ...await list.read(file),
    list,
    former: JSON.parse(gone),
    fetchedAt: head.fetchedAt,
    digest: String(head.about.digest),
  };
}

async function formerOf(good: GoodList | null, { listings }: ListingFile): Promise<readonly Listing[]> {
  if (good === null) return [];
  const listed = new Set<AssetId>();
  await inTurns(listings, ({ asset }) => listed.add(asset), LISTINGS_AT_ONCE);
  const gone = [...good.listings, ...good.former].filter(({ asset }) => !listed.has(asset));
  return [...new Map(gone.reverse().map((listing) => [listing.asset, listing])).values()].slice(-MOST_FORMER);
}

/** What is listed no more, each with what its ISIN goes by now on the same exchange. */
export function renamedListings(former: readonly Listing[], items: readonly Listing[]): readonly FormerListing[] {
  if (former.length === 0) return [];
  const byIsin = new Map<string, AssetId>();
  for (const { isin, exchange, asset } of items) if (isin !== null) byIsin.set(`${exchange} ${isin}`, asset);
  return former.map((listing) => {
    const { isin, exchange } = listing;
    return { ...listing, renamedTo: isin === null ? null : byIsin.get(`${exchange} ${isin}`) ?? null };
  });
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
    rows: good?.listings.length ?? 0,
  };
}

function ageMs({ fetchedAt }: GoodList, now: string): number {
  return Date.parse(now) - Date.parse(fetchedAt);
}

function faultText(error: unknown, { source }: PublishedList): string {
  if (error instanceof SourceError) return error.message;
  if (error instanceof ListingFileError) return `Cannot read the list of "${source}": ${error.message}`;
  throw error;
}
