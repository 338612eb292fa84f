import type { AssetId, Market } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import type { MarketDataCache } from "../cache.ts";
import { type GoodList, KeptLists, type PublishedList } from "../kept_lists.ts";
import { type AnsweredHistory, type AskSources, type KeptHistory, KeptSeries } from "../kept_series.ts";
import { lastFinishedDay } from "../last_finished_day.ts";
import { listingNamed } from "../listing_named.ts";
import { ListingTable } from "../listing_table.ts";
import { type MarketReader, READER_HERE } from "../market_reader.ts";
import {
  BENCHMARK_IDS,
  type BenchmarkHistory,
  type BenchmarkId,
  type DateRange,
  type FetchContext,
  type FormerListing,
  type HostStatus,
  type Listings,
  type MarketDataProvider,
  type MarketDataStatus,
  type PriceHistory,
  type ProviderId,
  type RefreshedList,
} from "../provider.ts";
import { readSourceHistory } from "../read_source_history.ts";
import type { Source, SourceContext, SourceHistories } from "../source.ts";
import { SourceError } from "../source_error.ts";
import { tradedCloses } from "../traded_closes.ts";
import { SourceClient, type SourceLimits } from "./source_client.ts";

export interface LiveOptions {
  /** Data sources of lists and prices in order of preference. */
  readonly sources: readonly Source[];
  /** Base addresses from the settings that replace those of data sources, by source id. */
  readonly urls: Readonly<Record<string, string>>;
  readonly cache: MarketDataCache;
  readonly maxAgeHours: number;
  /** Returns the current time, ISO 8601 UTC. */
  now(): string;
  readonly limits?: Partial<SourceLimits>;
  readonly onEvent?: (event: MarketDataEvent, provider: ProviderId) => void;
  /** Reader that parses source answers and cached lists; the current thread parses if absent. */
  readonly reader?: MarketReader;
}

export type MarketDataEvent = "request" | "retry" | "circuit_opened" | "cache_hit";

/**
 * Creates the provider of real market data. It asks the data sources in order of preference, the next one where one
 * fails, caches their answers, and later requests only the missing rows.
 */
export function liveProvider(options: LiveOptions): MarketDataProvider {
  return new LiveProvider(options);
}

type ListedMarket = Exclude<Market, "CUSTOM">;

/** Merged asset listings of all lists of a market. */
interface Content {
  readonly items: ListingTable;
  readonly former: ListingTable<FormerListing>;
}

const INDEX_OF: Readonly<Record<string, BenchmarkId>> = {
  NSE: "NIFTY50",
  BSE: "SENSEX",
  US: "SP500",
  // Mutual funds are valued on trading days of the stock exchanges, so the NIFTY 50 gives their calendar.
  MF: "NIFTY50",
};

class LiveProvider implements MarketDataProvider {
  readonly id = "live";
  readonly #cache: MarketDataCache;
  readonly #histories: readonly SourceInUse[];
  readonly #lists: KeptLists;
  readonly #series: KeptSeries;
  readonly #reader: MarketReader;
  readonly #merged = new Map<Market, { readonly key: string; readonly content: Promise<Content> }>();
  readonly #listings = new Map<Market, Listings>();

  constructor({ sources, urls, cache, maxAgeHours, limits, now, onEvent, reader = READER_HERE }: LiveOptions) {
    const client = new SourceClient({
      now,
      ...limits === undefined ? {} : { limits },
      ...onEvent === undefined ? {} : { onEvent },
      onHost: (status) => noteHost(cache, status),
    });
    const inUse = sources.map((source) => sourceInUse(source, urls[source.id] ?? source.url, { client, reader }));
    const onHit = (provider: ProviderId): void => onEvent?.("cache_hit", provider);
    this.#cache = cache;
    this.#reader = reader;
    this.#histories = inUse;
    this.#lists = new KeptLists(cache, { lists: inUse.flatMap(publishedLists), maxAgeHours, onHit, reader });
    this.#series = new KeptSeries(cache, { ask: (...asked) => this.#ask(...asked), onHit });
  }

  async listings(market: Market, context: FetchContext): Promise<Listings> {
    const lists = await this.#lists.of(market, context);
    const fetchedAt = lists.map((list) => list.fetchedAt).sort()[0] ?? context.now();
    const key = lists.map(({ list, digest }) => `${list.id} ${digest}`).join("\n");
    const { items, former } = await this.#contentOf(market, lists, key);
    const known = this.#listings.get(market);
    if (known?.items === items && known.fetchedAt === fetchedAt) return known;
    const days = lists.flatMap(({ asOf, fetchedAt }) => asOf ?? fetchedAt.slice(0, 10)).sort();
    const times = { asOf: days[0] ?? null, fetchedAt, agesFrom: fetchedAt };
    const listings = { items, former, ...times, source: this.id, digest: await sha256(key) };
    this.#listings.set(market, listings);
    return listings;
  }

  /** Merges the asset lists of a market, once until one of the lists changes. */
  #contentOf(market: Market, lists: readonly GoodList[], key: string): Promise<Content> {
    const known = this.#merged.get(market);
    if (known?.key === key) return known.content;
    const content = this.#content(lists);
    const made = { key, content };
    this.#merged.set(market, made);
    content.catch(() => this.#merged.get(market) === made && this.#merged.delete(market));
    return content;
  }

  async #content(lists: readonly GoodList[]): Promise<Content> {
    const tables = lists.map(({ listings, former }) => ({ listings, former }));
    const { picked, former } = await this.#reader.run("merged_lists", { lists: tables });
    const items = ListingTable.merged(lists.map(({ listings }) => listings), picked);
    return { items, former: ListingTable.ofFormer(former) };
  }

  refreshLists(which: "due" | "all", context: FetchContext): Promise<readonly RefreshedList[]> {
    return this.#lists.refresh(which, context);
  }

  async status(): Promise<MarketDataStatus> {
    return {
      lists: await this.#lists.status(),
      cache: await this.#cache.status(),
      hosts: await this.#cache.hosts(),
    };
  }

  benchmarks(): Promise<readonly BenchmarkId[]> {
    return Promise.resolve(
      BENCHMARK_IDS.filter((id) => this.#histories.some(({ histories }) => histories?.covers(id))),
    );
  }

  /** Returns the last trading day up to a given day, taken from the dates of each exchange's main index. */
  async lastSession(assets: readonly AssetId[], day: string, context: FetchContext): Promise<string | null> {
    const indices = new Set(assets.map((asset) => INDEX_OF[asset.slice(0, asset.indexOf(":"))]));
    const days: string[] = [];
    for (const index of indices) {
      if (index === undefined) continue;
      const { dates } = await this.#upTo(index, day, context).catch((error) =>
        this.#dayOfFunds({ assets, day }, error, context)
      );
      days.push(dates.findLast((date) => date <= day) ?? "");
    }
    return days.sort().at(-1) || null;
  }

  /**
   * Returns the date of the fund list as the last session when the index cannot be fetched, because fund values come
   * from another source. Rethrows the error where the assets are not all funds, or the list has no date up to the given
   * day.
   */
  async #dayOfFunds(
    { assets, day }: { readonly assets: readonly AssetId[]; readonly day: string },
    error: unknown,
    context: FetchContext,
  ): Promise<{ readonly dates: readonly string[] }> {
    const isOfFunds = assets.every((asset) => asset.startsWith("MF:"));
    if (!isOfFunds || !(error instanceof DomainError) || error.code !== "market_data_unavailable") throw error;
    const { asOf } = await this.listings("MF", context);
    if (asOf === null || asOf > day) throw error;
    return { dates: [asOf] };
  }

  /** Whether any source has prices for an asset. A source that does not answer counts as having none. */
  async hasHistory(asset: AssetId, context: FetchContext): Promise<boolean> {
    try {
      return (await this.#upTo(asset, null, context)).dates.length > 0;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "market_data_unavailable") throw error;
      return false;
    }
  }

  async prices(asset: AssetId, range: DateRange, context: FetchContext): Promise<PriceHistory> {
    return within(await this.#upTo(asset, range.end, context), range);
  }

  async benchmark(id: BenchmarkId, range: DateRange, context: FetchContext): Promise<BenchmarkHistory> {
    const history = await this.#upTo(id, range.end, context);
    if (history.dates.length === 0) {
      throw new DomainError("market_data_unavailable", `Cannot find the history of benchmark "${id}"`);
    }
    return { ...within(history, range), returnType: "price" };
  }

  async #upTo(id: AssetId | BenchmarkId, end: string | null, context: FetchContext): Promise<KeptHistory> {
    const market = marketOf(id);
    const day = end ?? lastFinishedDay(market, context.now());
    return await this.#series.upTo(id, day, { market, context });
  }

  async #securityId(id: string, context: FetchContext): Promise<string | null> {
    const { items, former } = await this.listings("IN", context);
    return (listingNamed(items, id) ?? listingNamed(former, id))?.securityId ?? null;
  }

  readonly #ask: AskSources = async (id, since, { first, context }): Promise<AnsweredHistory> => {
    const series = { id, securityId: id.startsWith("BSE:") ? await this.#securityId(id, context) : null };
    const able = this.#histories.filter(({ histories }) => histories?.covers(id));
    const ordered = [...able.filter(({ id }) => id === first), ...able.filter(({ id }) => id !== first)];
    const faults: string[] = [];
    for (const source of ordered) {
      try {
        const from = source.id === first ? since : null;
        const history = await source.histories?.fetch(series, from, source.context(context.signal)) ?? null;
        if (history !== null) return { source: source.id, history };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        faults.push(error.message);
      }
    }
    if (faults.length === 0) return { source: ordered[0]?.id ?? this.id, history: null };
    throw new DomainError("market_data_unavailable", `Cannot get the prices of "${id}": ${faults.join("; ")}`);
  };
}

interface SourceInUse {
  readonly id: ProviderId;
  readonly source: Source;
  readonly histories: SourceHistories | undefined;
  context(signal: AbortSignal): SourceContext;
}

function sourceInUse(
  source: Source,
  url: string,
  { client, reader }: { readonly client: SourceClient; readonly reader: MarketReader },
): SourceInUse {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  const context = (signal: AbortSignal): SourceContext => ({
    base,
    get: (request) => client.get(request, signal),
    read: (answered) => readSourceHistory(answered, reader),
  });
  return { id: source.id, source, histories: source.histories, context };
}

function publishedLists({ id, source: { lists = [] }, context }: SourceInUse): readonly PublishedList[] {
  return lists.map((list) => ({ ...list, source: id, bytes: (signal) => list.fetch(context(signal)) }));
}

/**
 * Records whether the host of a data source responds, for the operator. Nobody waits for the write, and a failed write
 * is ignored.
 */
function noteHost(cache: MarketDataCache, status: HostStatus): void {
  cache.noteHost(status).catch(() => undefined);
}

function marketOf(id: AssetId | BenchmarkId): ListedMarket {
  if (id.startsWith("US:") || id === "SP500" || id === "NASDAQ100") return "US";
  return id.startsWith("MF:") ? "MF" : "IN";
}

function within(history: KeptHistory, { start, end }: DateRange): PriceHistory {
  const isAsked = (date: string): boolean => (start === null || date >= start) && (end === null || date <= end);
  const first = start === null ? 0 : history.dates.findIndex((date) => date >= start);
  const from = first < 0 ? history.dates.length : first;
  const to = end === null ? history.dates.length : history.dates.findLastIndex((date) => date <= end) + 1;
  return {
    dates: history.dates.slice(from, to),
    adjustedCloses: history.adjustedCloses.slice(from, to),
    closes: tradedCloses(history).slice(from, to),
    actions: history.actions.filter(({ date }) => isAsked(date)),
    source: history.source,
    fetchedAt: history.fetchedAt,
    omitted: history.omitted.filter(({ date }) => isAsked(date)),
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
