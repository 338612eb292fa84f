import { gunzipSync } from "node:zlib";
import { csvCells } from "../../src/market_data/readers/csv_cells.ts";
import type { ChartContent, SourceContent } from "./source_server.ts";

const SHARED = new URL("../../../shared/data/", import.meta.url);
const LISTS: Readonly<Record<string, string>> = {
  nse: "listings/nse/EQUITY_L.csv",
  bse: "listings/bse/Equity.csv",
  amfi: "listings/amfi/NAVAll_2025-01-29.txt",
  nasdaqlisted: "listings/nasdaqtrader/nasdaqlisted.txt",
  otherlisted: "listings/nasdaqtrader/otherlisted.txt",
};

/** Reads a file of the shared data as text, decompressed if its name ends in `.gz`. */
export function sharedText(path: string): string {
  const bytes = Deno.readFileSync(new URL(path, SHARED));
  return new TextDecoder().decode(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

/** Returns the file names in a folder of the shared data, sorted. */
export function sharedNames(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(folder, SHARED))].map(({ name }) => name).sort();
}

/**
 * Returns the original text of a published list of assets in the shared data, by the id of the list. The list of all
 * mutual fund schemes (`mfapi`) is converted to the JSON that its source serves.
 */
export function sharedList(id: string): string {
  if (id !== "mfapi") return sharedText(LISTS[id]);
  const [, ...lines] = sharedText("mutual_funds/mfapi_scheme_list.csv.gz").trim().split("\n");
  return JSON.stringify(lines.map((line) => {
    const [code, schemeName, growth, reinvestment] = csvCells(line);
    return {
      schemeCode: Number(code),
      schemeName,
      isinGrowth: growth || null,
      isinDivReinvestment: reinvestment || null,
    };
  }));
}

/** Returns the recorded response bodies of Yahoo's price charts in the shared data, by file name. */
export function recordedCharts(): ReadonlyMap<string, string> {
  const folder = "yahoo/recorded/";
  const files = sharedNames(folder).filter((name) => /^(chart|historical)/.test(name));
  return new Map(files.map((name) => {
    const { response } = JSON.parse(sharedText(folder + name));
    return [name, JSON.stringify(response.bodyJson)];
  }));
}

/**
 * Returns the content for a test server that stands in for the upstream market data sources, from the original files of
 * the shared data: lists of assets, charts of 500 Indian stocks, of the US stocks in two files and of the NIFTY 50, and
 * values of nine mutual fund schemes.
 */
export function sharedSources(): SourceContent {
  const raw = new Map(
    sharedNames("prices/india/yfinance_raw/").map((
      name,
    ) => [name.replace(/\.csv$/, ""), `prices/india/yfinance_raw/${name}`]),
  );
  const panels = [
    panelOf("prices/india/nifty500_panel/nifty500_adjclose_2016_2026.csv.gz", "INR"),
    panelOf("prices/us/pyportfolioopt/cookbook_stock_prices.csv", "USD"),
    panelOf("prices/us/skfolio/sp500_dataset.csv.gz", "USD"),
  ];
  return {
    list: (id) => sharedList(id),
    values(code) {
      const name = `mf_${code}.json`;
      if (!sharedNames("mutual_funds/mfapi_reconstructed/").includes(name)) return null;
      const { data } = JSON.parse(sharedText(`mutual_funds/mfapi_reconstructed/${name}`));
      return data.map(({ date, nav }: { date: string; nav: string }) =>
        [date.split("-").reverse().join("-"), nav] as const
      )
        .reverse();
    },
    chart(symbol) {
      const path = raw.get(symbol);
      if (path !== undefined) return rawChart(sharedText(path));
      // The shared data has no chart of the index ^GSPC (S&P 500), so the prices of one stock stand in for it.
      if (symbol === "^GSPC") return panels[1]("AAPL");
      return panels.map((panel) => panel(symbol)).find((chart) => chart !== null) ?? null;
    },
  };
}

/**
 * Returns a function that makes the chart of a symbol from a table of prices with one column per symbol; null for an
 * unknown symbol. Reads the table when it is first asked, and its rows when a symbol is first found.
 */
function panelOf(path: string, currency: string): (symbol: string) => ChartContent | null {
  let lines: readonly string[] | null = null;
  let rows: readonly string[][] | null = null;
  return (symbol) => {
    lines ??= sharedText(path).trim().split("\n");
    const at = lines[0].split(",").indexOf(symbol, 1);
    if (at < 0) return null;
    rows ??= lines.slice(1).map((line) => line.split(","));
    const given = rows.filter((cells) => cells[at] !== "");
    const closes = given.map((cells) => Number(cells[at]));
    return { currency, dates: given.map(([date]) => date.slice(0, 10)), closes, adjustedCloses: closes };
  };
}

/**
 * Reads daily prices from a CSV file as the Python package yfinance writes it: three header lines (`Price`, `Ticker`,
 * `Date`), then one row per day.
 */
function rawChart(text: string): ChartContent {
  const [names, , , ...rows] = text.trim().split("\n").map((line) => line.split(","));
  const columnOf = (name: string): readonly (number | null)[] => {
    const at = names.indexOf(name);
    return rows.map((cells) => cells[at] === undefined || cells[at] === "" ? null : Number(cells[at]));
  };
  const closes = columnOf("Close");
  const adjusted = names.includes("Adj Close") ? columnOf("Adj Close") : closes;
  return { currency: "INR", dates: rows.map(([date]) => date.slice(0, 10)), closes, adjustedCloses: adjusted };
}
