import type { Source } from "../source.ts";
import { yahooSymbol } from "../upstream_symbols.ts";

const ID = "yahoo";

/** Source of price charts from Yahoo Finance: shares on NSE, BSE and US exchanges, and indices. */
export const yahoo: Source = {
  id: ID,
  url: "https://query2.finance.yahoo.com",
  histories: {
    covers: (id) => yahooSymbol({ id, securityId: null }) !== null,
    async fetch(series, since, { base, get, read }) {
      const symbol = yahooSymbol(series);
      if (symbol === null) return null;
      const url = new URL(`v8/finance/chart/${encodeURIComponent(symbol)}`, base);
      url.search = new URLSearchParams({
        interval: "1d",
        events: "div,split",
        period1: String(since === null ? FIRST_SECOND : Date.parse(`${since}T00:00:00Z`) / 1_000),
        period2: String(LAST_SECOND),
      }).toString();
      // Yahoo answers 404 for an unknown symbol and 400 for a range without trading days; both have a body that says
      // so.
      const answer = await get({ url, provider: ID, answers: [400, 404] });
      return await read({ layout: "yahoo_chart", provider: ID, bytes: answer.bytes, id: series.id, symbol, since });
    },
  },
};

/** Range of times for which the whole price history is requested, in seconds since 1970: from 1970 to 2100. */
const FIRST_SECOND = 0;
const LAST_SECOND = 4_102_444_800;
