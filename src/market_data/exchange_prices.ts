import type { DateRange } from "./provider.ts";
import type { FileCache } from "./readers/file_cache.ts";
import { RepeatCount, type Repeats } from "./readers/holidays.ts";
import type { MarketFile, MarketFolder } from "./readers/market_folder.ts";
import type { PriceLayout, PriceTable } from "./readers/price_table.ts";
import type { RepeatsAtEnd } from "./readers/repeats_at_end.ts";
import { absentSessions, type SymbolHistory, symbolHistory } from "./symbol_history.ts";
import { nextTurn } from "../runtime/next_turn.ts";
import { everyAnswer } from "../domain/every_answer.ts";

export type Exchange = "NSE" | "BSE" | "US";

/** Caches of data that was read from the price files of a market data folder, shared by all exchanges. */
export interface PriceCaches {
  readonly layouts: FileCache<PriceLayout | null>;
  readonly tables: FileCache<PriceTable>;
  /**
   * Cache that tells for each price file how many symbols repeat their last price on each day. The counts outlive the
   * cached price tables: they are small, and finding holidays needs them of every file.
   */
  readonly repeats: FileCache<Repeats>;
  /** Cache of the counts of repeated prices at the end of each price file; null for a file that must be read whole. */
  readonly ends: FileCache<RepeatsAtEnd | null>;
  readonly holidays: FileCache<ReadonlySet<string>>;
}

interface Index {
  /** Text that identifies the state of all price files of the folder; it changes when any of them changes. */
  readonly stamp: string;
  readonly files: readonly MarketFile[];
  /** Price files that contain each symbol; the files of a symbol are in the order of their names. */
  readonly filesOf: ReadonlyMap<string, readonly SymbolFile[]>;
}

interface SymbolFile {
  readonly file: MarketFile;
  /** Column name of the symbol in the price file, as the file writes it. */
  readonly column: string;
}

/** Milliseconds after which the files of a price folder are listed again. */
const FRESH_MS = 1_000;
const FILES_AT_ONCE = 100;
const SUFFIXES: Readonly<Record<Exchange, RegExp>> = { NSE: /\.NS$/, BSE: /\.BO$/, US: /$^/ };

/**
 * Reads the price files in `prices/<EXCHANGE>` of a market data folder: the symbols of one exchange, their prices and
 * the trading days.
 */
export class ExchangePrices {
  readonly #folder: MarketFolder;
  readonly #exchange: Exchange;
  readonly #caches: PriceCaches;
  readonly #repeated = new WeakMap<Index, Promise<ReadonlySet<string>>>();
  #index: { readonly at: number; readonly value: Promise<Index> } | null = null;

  constructor(folder: MarketFolder, exchange: Exchange, caches: PriceCaches) {
    this.#folder = folder;
    this.#exchange = exchange;
    this.#caches = caches;
  }

  /** Returns every symbol that has a column in a price file, in the order of the files. */
  async symbols(now: string): Promise<readonly string[]> {
    return [...(await this.#indexAt(now)).filesOf.keys()];
  }

  /**
   * Returns the prices of a symbol on the trading days of a date range. Where several price files have a price for one
   * day, the last file by name wins. The history is empty where no file has the symbol.
   */
  async history(symbol: string, range: DateRange, now: string): Promise<SymbolHistory> {
    const index = await this.#indexAt(now);
    const sources = index.filesOf.get(symbol) ?? [];
    const calendar = sources.length === 0 ? new Set<string>() : await this.#calendar();
    const holidays = calendar ?? await this.#repeatedDays(index);
    const columns = await everyAnswer(
      sources.map(async ({ file, column }) => ({ table: await this.#caches.tables.get(file), column })),
    );
    const history = symbolHistory(columns, { holidays, range });
    const absent = calendar === null
      ? []
      : absentSessions(columns.flatMap(({ table }) => table.dates), history, calendar);
    return { ...history, omitted: [...history.omitted, ...absent] };
  }

  /**
   * Returns the last trading day up to a given day in the price files of some symbols; null where there is none. Reads
   * only the ends of the files where that is enough, because reading thousands of files takes minutes.
   */
  async lastSession(symbols: readonly string[], day: string, now: string): Promise<string | null> {
    const index = await this.#indexAt(now);
    const calendar = await this.#calendar();
    const files = new Set(symbols.flatMap((symbol) => (index.filesOf.get(symbol) ?? []).map(({ file }) => file)));
    if (files.size === 0) return null;
    const { since, repeated } = await this.#ofEnds(calendar === null ? index.files : files);
    const recent = calendar ?? repeated;
    const isRecent = (date: string): boolean => date > since && date <= day && !recent.has(date);
    const last = await this.#lastDay(files, isRecent, { ofEnds: true });
    if (last !== null) return last;
    const holidays = calendar ?? await this.#repeatedDays(index);
    return await this.#lastDay(files, (date) => date <= day && !holidays.has(date), { ofEnds: false });
  }

  async #lastDay(
    files: Iterable<MarketFile>,
    isSession: (date: string) => boolean,
    { ofEnds }: { readonly ofEnds: boolean },
  ): Promise<string | null> {
    let last: string | null = null;
    for (const file of files) {
      const { dates } = (ofEnds ? await this.#caches.ends.get(file) : null) ?? await this.#caches.repeats.get(file);
      const found = dates.findLast(isSession) ?? null;
      if (found !== null && (last === null || found > last)) last = found;
    }
    return last;
  }

  /**
   * Returns the day after which the last rows of the price files are enough to know every trading day, and the repeated
   * days (holidays) after it.
   */
  async #ofEnds(
    files: Iterable<MarketFile>,
  ): Promise<{ readonly since: string; readonly repeated: ReadonlySet<string> }> {
    const count = new RepeatCount();
    let since = "", i = 0;
    for (const file of files) {
      const end = await this.#caches.ends.get(file);
      if (end !== null && end.since > since) since = end.since;
      count.add(end ?? await this.#caches.repeats.get(file));
      if (++i % FILES_AT_ONCE === 0) await nextTurn();
    }
    return { since, repeated: count.days() };
  }

  /** Returns the holidays of the exchange's calendar file; null where there is no such file. */
  async #calendar(): Promise<ReadonlySet<string> | null> {
    const file = await this.#folder.file(`calendars/${this.#exchange}.csv`);
    return file === null ? null : await this.#caches.holidays.get(file);
  }

  /**
   * Returns the days on which at least 90 % of the symbols repeat their last close, which serve as holidays where there
   * is no calendar file. The days are computed once until a file changes.
   */
  #repeatedDays(index: Index): Promise<ReadonlySet<string>> {
    const known = this.#repeated.get(index);
    if (known !== undefined) return known;
    const days = this.#readRepeatedDays(index);
    this.#repeated.set(index, days);
    days.catch(() => this.#repeated.delete(index));
    return days;
  }

  async #readRepeatedDays({ files }: Index): Promise<ReadonlySet<string>> {
    const count = new RepeatCount();
    for (const [i, file] of files.entries()) {
      count.add(await this.#caches.repeats.get(file));
      // Lets other work run after every batch of files, because counting cached files has no pause of its own.
      if (i % FILES_AT_ONCE === FILES_AT_ONCE - 1) await nextTurn();
    }
    return count.days();
  }

  #indexAt(now: string): Promise<Index> {
    const at = Date.parse(now);
    if (this.#index !== null && Math.abs(at - this.#index.at) < FRESH_MS) return this.#index.value;
    const value = this.#readIndex(this.#index?.value ?? null);
    this.#index = { at, value };
    value.catch(() => this.#index = null);
    return value;
  }

  /** Lists the price files and their symbols. Returns the previous index where no file has changed. */
  async #readIndex(before: Promise<Index> | null): Promise<Index> {
    const found = await this.#folder.files(`prices/${this.#exchange}`);
    const stamp = JSON.stringify(found);
    const last = await before;
    if (last?.stamp === stamp) return last;
    const files: MarketFile[] = [];
    const filesOf = new Map<string, SymbolFile[]>();
    for (const file of found) {
      if (!/\.csv(\.gz)?$/i.test(file.name)) continue;
      const layout = await this.#caches.layouts.get(file);
      if (layout === null) continue;
      files.push(file);
      for (const { symbol: column } of layout.columns) {
        const symbol = column.replace(SUFFIXES[this.#exchange], "");
        const known = filesOf.get(symbol);
        if (known === undefined) filesOf.set(symbol, [{ file, column }]);
        else known.push({ file, column });
      }
    }
    return { stamp, files, filesOf };
  }
}
