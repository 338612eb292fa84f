import type { Source } from "../source.ts";
import { yahooSymbol } from "../upstream_symbols.ts";

const ID = "yahoo";

/** Charts of Yahoo Finance: stocks of NSE, BSE and the US, and the indices. */
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
      // A symbol that is not known is a 404, a range without a day on it a 400, both with a body that says so.
      const answer = await get({ url, provider: ID, answers: [400, 404] });
      return await read({ layout: "yahoo_chart", provider: ID, bytes: answer.bytes, id: series.id, symbol, since });
    },
  },
};

/** 1970 to 2100. */
const FIRST_SECOND = 0;
const LAST_SECOND = 4_102_444_800;
