import { type AssetId, type Market } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import { type Exchange, ExchangePrices, type PriceCaches } from "../exchange_prices.ts";
import { FolderListings, type PricedSymbol } from "../folder_listings.ts";
import {
  BENCHMARK_IDS,
  type BenchmarkHistory,
  type BenchmarkId,
  type DateRange,
  type FetchContext,
  type Listings,
  type MarketDataProvider,
  type PriceHistory,
} from "../provider.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { FileCache } from "../readers/file_cache.ts";
import { readHolidays, repeatsOf } from "../readers/holidays.ts";
import { type MarketFile, MarketFolder } from "../readers/market_folder.ts";
import { FIRST_LINES, type PriceLayout, priceLayout, type PriceTable, readPriceTable } from "../readers/price_table.ts";
import { UnreadableFile } from "../readers/unreadable_file.ts";
import { repeatsAtEnd } from "../readers/repeats_at_end.ts";
import { type SymbolHistory, symbolHistory } from "../symbol_history.ts";
import { UnreadableFiles } from "../unreadable_files.ts";

/** Letters of a price file that hold the first lines, by which its columns are known. */
const FIRST_LETTERS = 1024 * 1024;
/** Largest memory for cached price tables in bytes, enough for about 30 million prices. */
const TABLES_BYTES = 256 * 1024 * 1024;
const SMALL_BYTES = 32 * 1024 * 1024;
const EXCHANGES: readonly Exchange[] = ["NSE", "BSE", "US"];
const EXCHANGES_OF: Readonly<Record<Market, readonly Exchange[]>> = {
  IN: ["NSE", "BSE"],
  US: ["US"],
  MF: [],
  CUSTOM: [],
};
const NO_HOLIDAYS: ReadonlySet<string> = new Set();

/**
 * Creates a market data provider that reads a folder with `prices/<EXCHANGE>`, `nav`, `listings`, `benchmarks` and
 * `calendars`. It reads files only on demand, never outside the folder, and again only after they change or have left
 * the cache. Files in an unknown layout are skipped in `prices`; rows that cannot be used are reported with each
 * history. A price file that cannot be read is told once to `onUnreadable`, and only its own assets lack prices.
 */
export function filesProvider(
  path: string,
  { onUnreadable = () => {} }: { readonly onUnreadable?: (sentence: string) => void } = {},
): MarketDataProvider {
  return new FilesProvider(new MarketFolder(path), new UnreadableFiles(onUnreadable));
}

class FilesProvider implements MarketDataProvider {
  readonly id = "files";
  readonly #folder: MarketFolder;
  readonly #listings: FolderListings;
  readonly #exchanges: ReadonlyMap<string, ExchangePrices>;
  readonly #series: FileCache<PriceTable>;

  constructor(folder: MarketFolder, unreadable: UnreadableFiles) {
    this.#folder = folder;
    this.#listings = new FolderListings(folder);
    const caches = cachesOf(folder);
    this.#exchanges = new Map(
      EXCHANGES.map((exchange) => [exchange, new ExchangePrices(folder, exchange, { caches, unreadable })]),
    );
    this.#series = new FileCache((file) => readTable(folder, file, { onlyOne: true }), {
      sizeOf: tableBytes,
      capacityBytes: SMALL_BYTES,
    });
  }

  async listings(market: Market, { now }: FetchContext): Promise<Listings> {
    const priced: PricedSymbol[] = [];
    for (const exchange of EXCHANGES_OF[market]) {
      const symbols = await this.#exchanges.get(exchange)?.symbols(now()) ?? [];
      priced.push(...symbols.map((symbol) => ({ exchange, symbol })));
    }
    if (market === "MF") {
      const codes = (await this.#folder.names("nav")).flatMap((name) =>
        /^(\d{1,8})\.csv(\.gz)?$/.exec(name)?.[1] ?? []
      );
      priced.push(...codes.map((code) => ({ exchange: "MF" as const, symbol: String(Number(code)) })));
    }
    return await this.#listings.of(market, priced, now());
  }

  async benchmarks(): Promise<readonly BenchmarkId[]> {
    const files = await this.#folder.files("benchmarks");
    return BENCHMARK_IDS.filter((id) => files.some(({ name }) => name === `${id}.csv` || name === `${id}.csv.gz`));
  }

  async lastSession(assets: readonly AssetId[], day: string, { now }: FetchContext): Promise<string | null> {
    const days: string[] = [];
    for (const [exchange, prices] of this.#exchanges) {
      const symbols = assets.flatMap((asset) => symbolOn(exchange, asset) ?? []);
      if (symbols.length > 0) days.push(await prices.lastSession(symbols, day, now()) ?? "");
    }
    for (const asset of assets) {
      const code = symbolOn("MF", asset);
      if (code === null) continue;
      const { dates } = await this.#values(code, { start: null, end: day });
      days.push(dates[dates.length - 1] ?? "");
    }
    return days.sort().at(-1) || null;
  }

  async prices(asset: AssetId, range: DateRange, { now }: FetchContext): Promise<PriceHistory> {
    const code = symbolOn("MF", asset);
    if (code !== null) return historyOf(await this.#values(code, range), now());
    for (const [exchange, prices] of this.#exchanges) {
      const symbol = symbolOn(exchange, asset);
      if (symbol !== null) return historyOf(await prices.history(symbol, range, now()), now());
    }
    throw new DomainError("market_data_unavailable", `Cannot find asset "${asset}" in the market data`);
  }

  async benchmark(id: BenchmarkId, range: DateRange, { now }: FetchContext): Promise<BenchmarkHistory> {
    const series = await this.#seriesOf(`benchmarks/${id}`, range);
    if (series === null) {
      throw new DomainError("market_data_unavailable", `Cannot find benchmark "${id}" in the market data`);
    }
    return { ...historyOf(series, now()), returnType: "price" };
  }

  async unreadableFiles({ now }: FetchContext): Promise<readonly string[]> {
    const found: string[] = [];
    for (const prices of this.#exchanges.values()) found.push(...await prices.unreadableFiles(now()));
    return found;
  }

  /** Returns the net asset values of a mutual fund scheme; an empty history where the scheme has no file. */
  async #values(code: string, range: DateRange): Promise<SymbolHistory> {
    const series = /^\d{1,8}$/.test(code) ? await this.#seriesOf(`nav/${code}`, range) : null;
    return series ?? symbolHistory([], { holidays: NO_HOLIDAYS, range });
  }

  async #seriesOf(path: string, range: DateRange): Promise<SymbolHistory | null> {
    const file = await this.#folder.file(`${path}.csv`) ?? await this.#folder.file(`${path}.csv.gz`);
    if (file === null) return null;
    const table = await this.#series.get(file);
    return symbolHistory([{ table, column: table.symbols[0] }], { holidays: NO_HOLIDAYS, range });
  }
}

function cachesOf(folder: MarketFolder): PriceCaches {
  const tables = new FileCache((file) => readTable(folder, file, { onlyOne: false }), {
    sizeOf: tableBytes,
    capacityBytes: TABLES_BYTES,
  });
  const layouts = new FileCache<PriceLayout | null>((file) => readLayout(folder, file), {
    sizeOf: (layout) => 100 * (1 + (layout?.columns.length ?? 0)),
    capacityBytes: SMALL_BYTES,
  });
  return {
    tables,
    layouts,
    repeats: new FileCache(async (file) => repeatsOf(await tables.get(file)), {
      sizeOf: ({ dates }) => 12 * dates.length + 256,
      capacityBytes: TABLES_BYTES,
    }),
    ends: new FileCache(async (file) => {
      const layout = await layouts.get(file);
      return layout === null ? null : await repeatsAtEnd(folder, file, layout);
    }, {
      sizeOf: (end) => 12 * (end?.dates.length ?? 0) + 256,
      capacityBytes: SMALL_BYTES,
    }),
    holidays: new FileCache(async (file) => readHolidays(await folder.text(file)), {
      sizeOf: ({ size }) => 100 * size,
      capacityBytes: SMALL_BYTES,
    }),
  };
}

async function readLayout(folder: MarketFolder, file: MarketFile): Promise<PriceLayout | null> {
  const lines = await folder.firstLines(file, FIRST_LINES);
  const layout = priceLayout(lines, { symbol: symbolOf(file), onlyOne: false });
  if (layout !== null || !lines.some((line) => line.includes("\0"))) return layout;
  throw new UnreadableFile(file.path, "it is not text: it has a NUL");
}

/**
 * Reads a price file, with `onlyOne` the values of a fund or the levels of an index. Its columns are found in the same
 * text as its rows: a file that was replaced since its folder was listed may have others.
 */
async function readTable(
  folder: MarketFolder,
  file: MarketFile,
  { onlyOne }: { readonly onlyOne: boolean },
): Promise<PriceTable> {
  const text = await folder.tableText(file);
  const lines = text.slice(0, FIRST_LETTERS).split(/\r\n|\n|\r/, FIRST_LINES);
  const layout = priceLayout(lines, { symbol: symbolOf(file), onlyOne });
  if (layout === null) throw new UnreadableFile(file.path, "columns of dates and of prices are needed");
  try {
    return await readPriceTable(text, layout);
  } catch (error) {
    if (error instanceof UnreadableTable) throw new UnreadableFile(file.path, error.message);
    throw error;
  }
}

function symbolOf({ name }: MarketFile): string {
  return name.replace(/\.csv(\.gz)?$/i, "");
}

function tableBytes({ dates, adjustedCloses, closes, faults }: PriceTable): number {
  let told = 0;
  for (const list of faults.values()) told += list.length;
  const shared = adjustedCloses === closes ? 1 : 2;
  return 8 * shared * closes.data.length + 8 * dates.length + 64 * told + 256;
}

/** Returns the symbol of an asset if it belongs to the exchange, and null otherwise. */
function symbolOn(exchange: string, asset: AssetId): string | null {
  return asset.startsWith(`${exchange}:`) ? asset.slice(exchange.length + 1) : null;
}

function historyOf(history: SymbolHistory, fetchedAt: string): PriceHistory {
  return { ...history, actions: [], source: "files", fetchedAt };
}
