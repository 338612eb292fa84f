import { entryAt } from "../../src/domain/entry_at.ts";
import type { components } from "../../clients/typescript/mod.ts";
import { benchmarksOf } from "../../src/market_data/benchmarks.ts";
import type { BenchmarkId, FetchContext } from "../../src/market_data/provider.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { UsageError } from "./arguments.ts";

/** Asset ids of twelve Indian stocks from five sectors of the sample market. */
const PORTFOLIO = [
  "NSE:EXLOTUS",
  "NSE:EXJASMINE",
  "NSE:EXMAHUA",
  "NSE:EXPEACOCK",
  "NSE:EXBULBUL",
  "NSE:EXHORNBILL",
  "NSE:EXMANGO",
  "NSE:EXCARDAMOM",
  "NSE:EXTURMERIC",
  "NSE:EXGINGER",
  "NSE:EXSUNBIRD",
  "NSE:EXDECCAN",
];

const METHODS = ["equal_weight", "min_volatility", "max_sharpe", "min_cvar", "min_mad"] as const;
type MethodId = typeof METHODS[number];

/** Type of a request body of POST /jobs for listed assets. */
export interface PortfolioBody extends ListedAssets {
  readonly start_date?: string;
  readonly benchmark?: BenchmarkId;
  readonly methods: (MethodId | { readonly method: MethodId; readonly constraints: Record<string, never> })[];
  readonly covariance: { readonly estimator: "ledoit_wolf" };
  readonly constraints?: components["schemas"]["Constraints"];
}

/** Returns a request for twelve stocks of the sample market with limits on their sectors. */
export async function samplePortfolio(context: FetchContext): Promise<PortfolioBody> {
  const listings = await sample.listings?.("IN", context);
  const sectorOf = new Map<string, string>(
    Array.from(listings?.items ?? [], ({ asset, sector }) => [asset, sector ?? "Other"]),
  );
  const map = Object.fromEntries(PORTFOLIO.map((asset) => [asset, sectorOf.get(asset) ?? "Other"]));
  const sectors = [...new Set(Object.values(map))].sort();
  return {
    ...listedAssets(PORTFOLIO),
    start_date: "2020-01-01",
    benchmark: "NIFTY50",
    methods: [{ method: "equal_weight", constraints: {} }, ...METHODS.slice(1)],
    covariance: { estimator: "ledoit_wolf" },
    constraints: {
      weight_bounds: { max: 0.25 },
      groups: { map, rules: sectors.map((group) => ({ group, min: 0.05, max: 0.35 })) },
    },
  };
}

/**
 * Returns a request for listed assets by their ids. The benchmark is the first available index of their market. Throws
 * like `listedAssets`.
 */
export function listedPortfolio(ids: readonly string[], indices: readonly BenchmarkId[]): PortfolioBody {
  const assets = listedAssets(ids);
  const market = assets.stocks === undefined ? "MF" : entryAt(assets.stocks, 0).exchange === "US" ? "US" : "IN";
  const benchmark = benchmarksOf(market).find((id) => indices.includes(id));
  return {
    ...assets,
    methods: [...METHODS],
    covariance: { estimator: "ledoit_wolf" },
    ...benchmark === undefined ? {} : { benchmark },
  };
}

const EXCHANGES = ["NSE", "BSE", "US"] as const;
type Exchange = typeof EXCHANGES[number];

interface ListedAssets {
  readonly stocks?: { readonly ticker: string; readonly exchange: Exchange }[];
  readonly funds?: { readonly scheme_code: number }[];
}

/**
 * Returns the `stocks` and `funds` fields of a request from ids, for example `NSE:RELIANCE` and `MF:119551`. Throws
 * `UsageError` for any other form of id.
 */
export function listedAssets(ids: readonly string[]): ListedAssets {
  const stocks: { ticker: string; exchange: Exchange }[] = [];
  const funds: { scheme_code: number }[] = [];
  for (const id of ids) {
    const [, prefix, symbol = ""] = /^([A-Z]+):(.+)$/.exec(id) ?? [];
    const exchange = EXCHANGES.find((one) => one === prefix);
    if (exchange !== undefined) stocks.push({ ticker: symbol, exchange });
    else if (prefix === "MF" && /^\d{1,8}$/.test(symbol)) funds.push({ scheme_code: Number(symbol) });
    else {throw new UsageError(
        `Cannot find asset "${id}" of --assets: an id such as NSE:RELIANCE or MF:119551 is needed`,
      );}
  }
  return { ...stocks.length > 0 ? { stocks } : {}, ...funds.length > 0 ? { funds } : {} };
}
