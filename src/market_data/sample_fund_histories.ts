import type { Listing } from "./provider.ts";
import { RandomStream } from "../domain/random_stream.ts";
import {
  garch,
  LATE_LISTING_EVERY,
  MARKET_DYNAMICS,
  SEED,
  standardised,
  type StockHistories,
  STREAMS,
  TRADING_DAYS_PER_YEAR,
} from "./sample_stock_histories.ts";

/**
 * Mix of the sample funds of each asset class: the fractions of the equity basket, of bonds and of other assets, which
 * sum to 1.
 */
const FUND_MIXES: Readonly<Record<string, readonly [equity: number, debt: number, other: number]>> = {
  equity: [0.97, 0.03, 0],
  debt: [0, 1, 0],
  hybrid: [0.6, 0.4, 0],
  other: [0, 0, 1],
};
const ANNUAL_EXPENSE_RATIO = 0.008;
const STOCKS_IN_A_FUND = 15;

/**
 * Generates the daily returns of the sample funds on the days of the sample stocks. Each fund is a mix of stocks, bonds
 * and other assets by its asset class, less its expenses.
 */
export function fundHistories(listings: readonly Listing[], stocks: StockHistories): StockHistories {
  const days = stocks.returns[0].length;
  const bondShocks = garch(new RandomStream(SEED, STREAMS.factors + 2), days, MARKET_DYNAMICS);
  const random = listings.map((_, i) => new RandomStream(SEED, STREAMS.funds + i));
  return {
    listings,
    firstPrices: random.map((stream) => stream.uniform(10, 90)),
    firstRows: random.map((stream, i) =>
      i % LATE_LISTING_EVERY === 10 ? Math.floor(stream.uniform(0.1, 0.5) * days) : 0
    ),
    returns: listings.map((listing, i) => {
      const [equity, debt, other] = FUND_MIXES[listing.fund?.assetClass ?? "other"];
      const basket = basketReturns(random[i], stocks, listing.fund?.category ?? "");
      const ownShocks = garch(random[i], days, MARKET_DYNAMICS);
      const mixedShocks = bondShocks.map((shock, t) => 0.9 * shock + 0.4 * ownShocks[t]);
      const bonds = standardised(mixedShocks, random[i].uniform(0.06, 0.075), random[i].uniform(0.01, 0.04));
      const others = standardised(garch(random[i], days, MARKET_DYNAMICS), 0.085, 0.15);
      const expense = ANNUAL_EXPENSE_RATIO / TRADING_DAYS_PER_YEAR;
      return basket.map((value, t) => equity * value + debt * bonds[t] + other * others[t] - expense);
    }),
  };
}

const SECTOR_OF_CATEGORY: Readonly<Record<string, string>> = {
  "Banking Sector": "Banks",
  "Technology Sector": "Information Technology",
  "Healthcare Sector": "Healthcare",
};

/**
 * Returns the daily returns of an equally weighted basket of random stocks that are listed from the first day. Sector
 * funds draw only from the stocks of their sector.
 */
function basketReturns(random: RandomStream, stocks: StockHistories, category: string): Float64Array {
  const sector = SECTOR_OF_CATEGORY[category];
  const candidates = stocks.listings.map((_, i) => i)
    .filter((i) => stocks.firstRows[i] === 0 && (sector === undefined || stocks.listings[i].sector === sector));
  while (candidates.length > STOCKS_IN_A_FUND) candidates.splice(Math.floor(random.uniform(0, candidates.length)), 1);
  const returns = new Float64Array(stocks.returns[0].length);
  for (const i of candidates) stocks.returns[i].forEach((value, t) => returns[t] += value / candidates.length);
  return returns;
}
