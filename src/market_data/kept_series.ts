import type { Market } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import type { KeptEntry, MarketDataCache } from "./cache.ts";
import { lastFinishedDay } from "./last_finished_day.ts";
import type { FetchContext, ProviderId } from "./provider.ts";
import { SharedFetches } from "./shared_fetches.ts";
import { byYear, decodeChunk, encodeChunk, joined } from "./series_chunk.ts";
import { NO_HISTORY, type SeriesId, type SourceHistory } from "./series_history.ts";

/** Type of a cached price history, with the source that gave it and the time it was fetched. */
export interface KeptHistory extends SourceHistory {
  readonly source: ProviderId;
  readonly fetchedAt: string;
}

/** Type of a data source's answer to a request for a price history. */
export interface AnsweredHistory {
  readonly source: ProviderId;
  /** Price history that the source sent; null where no source knows the series. */
  readonly history: SourceHistory | null;
}

/**
 * Asks the data sources for the price history of a series. The source in `first` is asked first and sends only the days
 * from `since` on; every other source sends the whole history. Throws `market_data_unavailable` where no source sends a
 * history and at least one of them failed.
 */
export type AskSources = (
  id: SeriesId,
  since: string | null,
  options: { readonly first: ProviderId | null; readonly context: FetchContext },
) => Promise<AnsweredHistory>;

/**
 * Number of cached rows that are fetched again with the missing ones, to detect that the source has rewritten its
 * history.
 */
const OVERLAP_ROWS = 5;
/**
 * Largest relative difference between two closes that count as equal. Sources send single-precision numbers at best.
 */
const SAME_CLOSE = 2e-6;
/**
 * Largest relative difference between two closes adjusted for splits and dividends that count as equal. Even the
 * smallest dividend moves adjusted closes by more.
 */
const SAME_ADJUSTMENT = 2e-5;
/**
 * Milliseconds after the start of a day (UTC) from which a source that still lacks the day is assumed never to get it.
 */
const SETTLED_MS = 2 * 86_400_000;
/** Shortest time between two requests to a source for the same missing day, in milliseconds. */
const ASK_AGAIN_MS = 15 * 60_000;

/** Caches price histories and asks the sources only for the rows that are missing. */
export class KeptSeries {
  readonly #cache: MarketDataCache;
  readonly #ask: AskSources;
  readonly #fetches = new SharedFetches<KeptHistory>();
  readonly #onHit: (source: ProviderId) => void;

  constructor(
    cache: MarketDataCache,
    { ask, onHit }: { readonly ask: AskSources; readonly onHit: (source: ProviderId) => void },
  ) {
    this.#cache = cache;
    this.#ask = ask;
    this.#onHit = onHit;
  }

  /**
   * Returns the price history of a series at least up to a day, as far as one exists; empty where no source knows the
   * series. A cached history that reaches the day is returned without a request to a source. Throws
   * `market_data_unavailable` where no source answers.
   */
  async upTo(
    id: SeriesId,
    day: string,
    { market, context }: { readonly market: Exclude<Market, "CUSTOM">; readonly context: FetchContext },
  ): Promise<KeptHistory> {
    const known = await this.#read(id);
    const found = this.#enough(known, day, context.now());
    if (found !== null) return found;
    return await this.#fetches.share(
      `${id} ${day}`,
      (signal) => this.#byOne(id, day, { market, known, context: { ...context, signal } }),
      context.signal,
    );
  }

  /** Returns the cached price history if it reaches the day, and null otherwise. */
  #enough(known: Known | null, day: string, now: string): KeptHistory | null {
    if (known === null || !isEnough(known, day, now)) return null;
    this.#onHit(known.history.source);
    return known.history;
  }

  /**
   * Fetches a price history in one process at a time. A process that waited for another one reads the history that the
   * other has written.
   */
  async #byOne(id: SeriesId, day: string, asked: Asked): Promise<KeptHistory> {
    const { known: before, context: { signal, now } } = asked;
    let found: KeptHistory | null = null;
    let failure: unknown = null;
    const act = async (): Promise<void> => {
      try {
        const known = await this.#readAgain(id, before);
        found = this.#enough(known, day, now()) ?? await this.#fetch(id, known, asked);
      } catch (error) {
        failure = error;
      }
    };
    for (let turn = 0; turn < TURNS_AT_MOST && found === null && failure === null; turn++) {
      if (await this.#cache.once(`series ${id}`, act, signal)) continue;
      found = this.#enough(await this.#read(id), day, now());
    }
    if (failure !== null) throw failure;
    if (found !== null) return found;
    throw new DomainError(
      "market_data_unavailable",
      `Cannot get the prices of "${id}": other processes failed to get them`,
    );
  }

  async #fetch(
    id: SeriesId,
    known: Known | null,
    { market, context }: Omit<Asked, "known">,
  ): Promise<KeptHistory> {
    const since = known === null ? null : overlapStart(known.history);
    const answer = await this.#ask(id, since, { first: known?.history.source ?? null, context });
    const found = await this.#continued(id, known, answer, context);
    const finished = lastFinishedDay(market, context.now());
    const history = {
      ...upToDay(found.history ?? NO_HISTORY, finished),
      source: found.source,
      fetchedAt: context.now(),
    };
    await this.#write(id, history, { known, finished });
    return history;
  }

  /**
   * Joins the fetched rows to the cached history, or fetches the whole history again where the source has changed
   * earlier closes. A series that no source lists any more keeps its cached history.
   */
  async #continued(
    id: SeriesId,
    known: Known | null,
    answer: AnsweredHistory,
    context: FetchContext,
  ): Promise<AnsweredHistory> {
    if (known === null || known.history.dates.length === 0) return answer;
    const { source } = known.history;
    const isTail = answer.source === source && answer.history !== null;
    const merged = isTail && answer.history !== null ? withTail(known.history, answer.history) : null;
    if (merged !== null) return { source, history: merged };
    const whole = isTail ? await this.#ask(id, null, { first: source, context }) : answer;
    return whole.history === null || whole.history.dates.length === 0 ? { source, history: known.history } : whole;
  }

  /** Reads a cached price series again, unless no process has written it since this process last read it. */
  async #readAgain(id: SeriesId, before: Known | null): Promise<Known | null> {
    const head = (await this.#cache.series.read(id, []))?.head;
    return before !== null && head?.fetchedAt === before.history.fetchedAt ? before : await this.#read(id);
  }

  async #read(id: SeriesId): Promise<Known | null> {
    const entry = await this.#cache.series.read(id);
    return entry && knownOf(entry);
  }

  /**
   * Writes the years of a history that changed to the cache. A store that refuses the write, for example because its
   * disk is full, is ignored: the caller still gets the fetched rows.
   */
  async #write(
    id: SeriesId,
    history: KeptHistory,
    { known, finished }: { readonly known: Known | null; readonly finished: string },
  ): Promise<void> {
    // Unknown symbols are not cached, because there can be any number of them.
    if (known === null && history.dates.length === 0) return;
    const parts = new Map<string, Uint8Array<ArrayBuffer> | null>();
    let bytes = 0;
    const years = byYear(history);
    for (const [year, rows] of years) {
      const chunk = encodeChunk(rows);
      bytes += chunk.length;
      const before = known?.chunks.get(year);
      if (before === undefined || !isSame(before, chunk)) parts.set(year, chunk);
    }
    for (const year of known?.chunks.keys() ?? []) if (!years.has(year)) parts.set(year, null);
    const head = {
      source: history.source,
      fetchedAt: history.fetchedAt,
      bytes,
      about: { asked: finished, last: history.dates[history.dates.length - 1] ?? null },
    };
    try {
      await this.#cache.series.write(id, { head, parts });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "not_ready") throw error;
    }
  }
}

interface Asked {
  /** Cached price series at the time of the request; null where none was cached. */
  readonly known: Known | null;
  readonly market: Exclude<Market, "CUSTOM">;
  readonly context: FetchContext;
}

const TURNS_AT_MOST = 3;

/** Type of a price series as read from the cache, with its history and its stored yearly parts. */
interface Known {
  readonly history: KeptHistory;
  readonly chunks: ReadonlyMap<string, Uint8Array>;
  /**
   * Last calendar day on which trading had ended when the source was last asked, `YYYY-MM-DD`; empty where the cached
   * series is damaged.
   */
  readonly asked: string;
}

/**
 * Decodes a cached series from its yearly parts. A damaged part makes the history empty, so that all of it is fetched
 * again and replaced.
 */
function knownOf({ head, parts }: KeptEntry): Known {
  const { source, fetchedAt } = head;
  const years: SourceHistory[] = [];
  for (const [, chunk] of [...parts].sort(([a], [b]) => a < b ? -1 : 1)) {
    const year = decodeChunk(chunk);
    if (year === null) return { history: { ...NO_HISTORY, source, fetchedAt }, chunks: parts, asked: "" };
    years.push(year);
  }
  return { history: { ...joined(years), source, fetchedAt }, chunks: parts, asked: String(head.about.asked ?? "") };
}

/**
 * Whether a cached history reaches a day. It does if it has a row for that day or a later one. It also does if its
 * source was asked after the day's trading ended, and either at least `SETTLED_MS` after the start of the day or less
 * than `ASK_AGAIN_MS` ago.
 */
function isEnough({ history: { dates, fetchedAt }, asked }: Known, day: string, now: string): boolean {
  if (dates.length > 0 && dates[dates.length - 1] >= day) return true;
  if (asked < day) return false;
  const at = Date.parse(fetchedAt);
  const age = Date.parse(now) - at;
  return at - Date.parse(day) >= SETTLED_MS || (age >= 0 && age < ASK_AGAIN_MS);
}

function overlapStart({ dates }: SourceHistory): string | null {
  return dates.length === 0 ? null : dates[Math.max(0, dates.length - OVERLAP_ROWS)];
}

/**
 * Joins a cached price history and the rows fetched again from its end on. Returns null where the two do not fit: they
 * share no day, the fetched rows lack a cached day, or the closes of a shared day differ, as after a split. Adjusted
 * closes may differ by one factor, as after a dividend; those of the earlier days are then multiplied by it.
 */
function withTail(known: SourceHistory, tail: SourceHistory): SourceHistory | null {
  const from = tail.dates[0];
  if (from === undefined) return null;
  const tailRow = new Map(tail.dates.map((date, row) => [date, row]));
  let factor = NaN;
  for (let row = known.dates.length - 1; row >= 0 && known.dates[row] >= from; row--) {
    const same = tailRow.get(known.dates[row]);
    if (same === undefined) return null;
    if (Math.abs(tail.closes[same] / known.closes[row] - 1) > SAME_CLOSE) return null;
    factor = tail.adjustedCloses[same] / known.adjustedCloses[row];
  }
  if (!(factor > 0)) return null;
  const scale = Math.abs(factor - 1) > SAME_ADJUSTMENT ? factor : 1;
  const before = known.dates.findIndex((date) => date >= from);
  return joined([{
    dates: known.dates.slice(0, before),
    closes: known.closes.slice(0, before),
    adjustedCloses: known.adjustedCloses.slice(0, before).map((close) => scale === 1 ? close : close * scale),
    actions: known.actions.filter(({ date }) => date < from),
    omitted: known.omitted.filter(({ date }) => date < from),
  }, tail]);
}

/** Returns a price history without the rows after a day, because a session that is not over has no close yet. */
function upToDay(history: SourceHistory, day: string): SourceHistory {
  const after = history.dates.findIndex((date) => date > day);
  if (after < 0) return history;
  return {
    dates: history.dates.slice(0, after),
    closes: history.closes.slice(0, after),
    adjustedCloses: history.adjustedCloses.slice(0, after),
    actions: history.actions.filter(({ date }) => date <= day),
    omitted: history.omitted.filter(({ date }) => date <= day),
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
