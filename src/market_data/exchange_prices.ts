import type { DateRange } from "./provider.ts";
import type { FileCache } from "./readers/file_cache.ts";
import { RepeatCount, type Repeats } from "./readers/holidays.ts";
import type { MarketFile, MarketFolder } from "./readers/market_folder.ts";
import type { PriceLayout, PriceTable } from "./readers/price_table.ts";
import type { RepeatsAtEnd } from "./readers/repeats_at_end.ts";
import { absentSessions, type SymbolColumn, type SymbolHistory, symbolHistory } from "./symbol_history.ts";
import type { UnreadableFiles } from "./unreadable_files.ts";
import { UnreadableFile } from "./readers/unreadable_file.ts";
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
  /** Price files whose columns cannot be read, by the symbol after which they are named. */
  readonly unreadable: ReadonlyMap<string, MarketFile>;
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
  readonly #unreadable: UnreadableFiles;
  readonly #repeated = new WeakMap<Index, Promise<ReadonlySet<string>>>();
  #index: { readonly at: number; readonly value: Promise<Index> } | null = null;

  constructor(
    folder: MarketFolder,
    exchange: Exchange,
    { caches, unreadable }: { readonly caches: PriceCaches; readonly unreadable: UnreadableFiles },
  ) {
    this.#folder = folder;
    this.#exchange = exchange;
    this.#caches = caches;
    this.#unreadable = unreadable;
  }

  /** Returns every symbol that has a column in a price file, in the order of the files. */
  async symbols(now: string): Promise<readonly string[]> {
    return [...(await this.#indexAt(now)).filesOf.keys()];
  }

  /**
   * Returns the prices of a symbol on the trading days of a date range. Where several price files have a price for one
   * day, the last file by name wins. The history is empty where no file has the symbol. Throws
   * `market_data_unavailable` where a file of the symbol cannot be read.
   */
  async history(symbol: string, range: DateRange, now: string): Promise<SymbolHistory> {
    const index = await this.#indexAt(now);
    const sources = index.filesOf.get(symbol) ?? [], own = index.unreadable.get(symbol);
    const refused = own === undefined ? null : this.#unreadable.errorOf(own);
    if (refused !== null) throw refused;
    const calendar = sources.length === 0 ? new Set<string>() : await this.#calendar();
    const holidays = calendar ?? await this.#repeatedDays(index);
    const columns = await everyAnswer(sources.map((source) => this.#columnOf(source)));
    if (sources.length > 1) await this.#refuseChanged(sources);
    const history = symbolHistory(columns, { holidays, range });
    const absent = calendar === null
      ? []
      : absentSessions(columns.flatMap(({ table }) => table.dates), history, calendar);
    return { ...history, omitted: [...history.omitted, ...absent] };
  }

  /**
   * Reads the file of a symbol. Throws `market_data_unavailable` where the file cannot be read or no longer has the
   * symbol.
   */
  async #columnOf({ file, column }: SymbolFile): Promise<SymbolColumn> {
    const table = await this.#unreadable.read(file, "rows", (file) => this.#caches.tables.get(file));
    if (!table.symbols.includes(column)) throw changed(file, `it no longer has a column "${column}"`);
    return { table, column };
  }

  /**
   * Throws `market_data_unavailable` where one of the files of a symbol has changed since the folder was listed,
   * because prices of before and after the change would then be mixed.
   */
  async #refuseChanged(sources: readonly SymbolFile[]): Promise<void> {
    for (const { file } of sources) {
      const now = await this.#folder.file(file.path);
      if (now?.bytes !== file.bytes || now.modifiedMs !== file.modifiedMs) {
        throw changed(file, "it changed while the files beside it were read");
      }
    }
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
      const read = await this.#repeatsIn(file, { ofEnds });
      const found = read?.dates.findLast(isSession) ?? null;
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
      const read = await this.#repeatsIn(file, { ofEnds: true });
      if (read !== undefined && "since" in read && read.since > since) since = read.since;
      if (read !== undefined) count.add(read);
      if (++i % FILES_AT_ONCE === 0) await nextTurn();
    }
    return { since, repeated: count.days() };
  }

  /**
   * Counts the repeated prices of a price file, with `ofEnds` only of its last rows if these are enough; undefined if
   * the file cannot be read.
   */
  #repeatsIn(
    file: MarketFile,
    { ofEnds }: { readonly ofEnds: boolean },
  ): Promise<Repeats | RepeatsAtEnd | undefined> {
    const { ends, repeats } = this.#caches;
    return this.#unreadable.unlessUnreadable(
      file,
      "rows",
      async (file) => (ofEnds ? await ends.get(file) : null) ?? await repeats.get(file),
    );
  }

  /** Reads all price files of the exchange from beginning to end. Returns a sentence for each that cannot be read. */
  async unreadableFiles(now: string): Promise<readonly string[]> {
    const { files, unreadable } = await this.#indexAt(now);
    for (const file of files) await this.#repeatsIn(file, { ofEnds: false });
    return [...unreadable.values(), ...files].flatMap((file) => this.#unreadable.errorOf(file)?.message ?? []);
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
      const read = await this.#repeatsIn(file, { ofEnds: false });
      if (read !== undefined) count.add(read);
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
    if (last?.stamp === stamp && !await this.#hasBecomeReadable(last)) return last;
    const files: MarketFile[] = [];
    const unreadable = new Map<string, MarketFile>();
    const filesOf = new Map<string, SymbolFile[]>();
    for (const file of found) {
      if (!/\.csv(\.gz)?$/i.test(file.name)) continue;
      const layout = await this.#layoutOf(file);
      if (layout === undefined) unreadable.set(this.#symbolOf(file.name.replace(/\.csv(\.gz)?$/i, "")), file);
      if (layout === undefined || layout === null) continue;
      files.push(file);
      for (const { symbol: column } of layout.columns) {
        const symbol = this.#symbolOf(column);
        const known = filesOf.get(symbol);
        if (known === undefined) filesOf.set(symbol, [{ file, column }]);
        else known.push({ file, column });
      }
    }
    return { stamp, files, filesOf, unreadable };
  }

  /**
   * Whether a file of an index can be read that could not be when the index was made, such as one to which the service
   * was given the right.
   */
  async #hasBecomeReadable({ unreadable }: Index): Promise<boolean> {
    for (const file of unreadable.values()) if (await this.#layoutOf(file) !== undefined) return true;
    return false;
  }

  /** Returns the layout of a price file; null if it is in no known layout, undefined if it cannot be read. */
  #layoutOf(file: MarketFile): Promise<PriceLayout | null | undefined> {
    return this.#unreadable.unlessUnreadable(file, "columns", (file) => this.#caches.layouts.get(file));
  }

  #symbolOf(column: string): string {
    return column.replace(SUFFIXES[this.#exchange], "");
  }
}

function changed({ path }: MarketFile, how: string): UnreadableFile {
  return new UnreadableFile(path, `${how}; try again once it is written`);
}
