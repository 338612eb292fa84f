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

/** What was read of files, shared by all exchanges of a folder. */
export interface PriceCaches {
  readonly layouts: FileCache<PriceLayout | null>;
  readonly tables: FileCache<PriceTable>;
  /** Kept when tables go: small, and needed of every file. */
  readonly repeats: FileCache<Repeats>;
  /** Null of a file that has to be read whole. */
  readonly ends: FileCache<RepeatsAtEnd | null>;
  readonly holidays: FileCache<ReadonlySet<string>>;
}

interface Index {
  /** Of all the files of the folder: another when one of them changes. */
  readonly stamp: string;
  readonly files: readonly MarketFile[];
  /** The files with prices of a symbol, in the order of their names. */
  readonly filesOf: ReadonlyMap<string, readonly SymbolFile[]>;
}

interface SymbolFile {
  readonly file: MarketFile;
  /** As the file has it. */
  readonly column: string;
}

/** The folder is looked through again after this time. */
const FRESH_MS = 1_000;
const FILES_AT_ONCE = 100;
const SUFFIXES: Readonly<Record<Exchange, RegExp>> = { NSE: /\.NS$/, BSE: /\.BO$/, US: /$^/ };

/** The files of `prices/<EXCHANGE>`, which together make its assets, and its trading days. */
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

  /** Every symbol with a column of prices, in the order of the files. */
  async symbols(now: string): Promise<readonly string[]> {
    return [...(await this.#indexAt(now)).filesOf.keys()];
  }

  /**
   * The prices of a symbol within a range, on trading days; of files with a price for the same day the last by name
   * counts. Empty where there is none.
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
   * The last trading day, not after another, in the files with prices of some symbols; null where there is none. Told
   * by the ends of the files where it is one of their last: thousands of files take minutes to read.
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

  /** The day after which the ends of some files tell all that the files do, and the days after it that repeat. */
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

  /** The holidays of the calendar file; null without one. */
  async #calendar(): Promise<ReadonlySet<string> | null> {
    const file = await this.#folder.file(`calendars/${this.#exchange}.csv`);
    return file === null ? null : await this.#caches.holidays.get(file);
  }

  /** The days on which 90 % of the names repeat: what stands in for a calendar. Told once while no file changes. */
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
      // Other work is let in between: files that are cached already are counted without a pause.
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

  /** The one before where no file changed. */
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
