import { assetId, type Market } from "../../src/domain/asset.ts";
import { type Fault, jsonPointer } from "../../src/domain/errors.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { nearestWord } from "../../src/jobs/nearest_word.ts";
import type { HistoryBeside } from "../../src/jobs/request.ts";
import { BENCHMARK_IDS, type FetchContext, type Listing } from "../../src/market_data/provider.ts";
import { sample } from "../../src/market_data/providers/sample.ts";

/** Indian stocks of five sectors. */
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

const MARKETS: readonly Market[] = ["IN", "MF", "US"];

export interface SampleRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly beside: HistoryBeside;
}

/** A request on the sample market: the assets named, or a portfolio of twelve stocks whose sectors are limited. */
export async function sampleRequest(names: readonly string[] | null, context: FetchContext): Promise<SampleRequest> {
  const listings = await allListings(context);
  const faults: Fault[] = [];
  const chosen = (names ?? PORTFOLIO).flatMap((name) => {
    const listing = listings.find(({ asset }) => asset === name);
    if (listing !== undefined) return [listing];
    const near = nearestWord(name, listings.map(({ asset }) => asset));
    faults.push({
      pointer: `/prices/series${jsonPointer(name)}`,
      detail: `Cannot find asset "${name}" in the sample market${near === null ? "" : `, did you mean "${near}"?`}`,
    });
    return [];
  });
  const market = chosen[0]?.market ?? "IN";
  const beside: HistoryBeside = {
    kind: "prices",
    source: "sample",
    market,
    table: await pricesOf(chosen, context),
    faults,
    indices: BENCHMARK_IDS,
  };
  return { body: bodyOf(market, names === null ? chosen : null), beside };
}

function bodyOf(market: Market, portfolio: readonly Listing[] | null): Record<string, unknown> {
  const body = {
    start_date: "2020-01-01",
    benchmark: market === "US" ? "SP500" : "NIFTY50",
    risk_free_rate: market === "US" ? 0.04 : 0.065,
    methods: ["equal_weight", "min_volatility", "max_sharpe", "min_cvar", "min_mad"],
    covariance: { estimator: "ledoit_wolf" },
  };
  if (portfolio === null) return body;
  const map = Object.fromEntries(portfolio.map(({ asset, sector }) => [asset, sector ?? "Other"]));
  const sectors = [...new Set(Object.values(map))].sort();
  return {
    ...body,
    methods: [{ method: "equal_weight", constraints: {} }, ...body.methods.slice(1)],
    constraints: {
      weight_bounds: { max: 0.25 },
      groups: { map, rules: sectors.map((group) => ({ group, min: 0.05, max: 0.35 })) },
    },
  };
}

async function allListings(context: FetchContext): Promise<readonly Listing[]> {
  const lists = await Promise.all(MARKETS.map((market) => sample.listings?.(market, context) ?? []));
  return lists.flat();
}

/** On every day on which one of the assets has a price. */
async function pricesOf(listings: readonly Listing[], context: FetchContext): Promise<HistoryBeside["table"]> {
  const range = { start: null, end: null };
  const histories = await Promise.all(
    listings.map(async ({ asset }) => {
      const history = await sample.prices?.(asset, range, context);
      return new Map(history?.dates.map((date, row) => [date, history.adjustedCloses[row]]));
    }),
  );
  const dates = [...new Set(histories.flatMap((history) => [...history.keys()]))].sort();
  const values = matrix(dates.length, listings.length);
  dates.forEach((date, row) => {
    histories.forEach((history, column) => values.data[row * listings.length + column] = history.get(date) ?? NaN);
  });
  return { dates, assets: listings.map(({ asset }) => assetId(asset)), values };
}
