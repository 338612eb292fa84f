import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { foundBody, pageOfFound, searchPaging, searchText } from "../catalogue/search_query.ts";

const share = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string(),
  isin: z.string().nullable(),
  sector: z.string().nullable(),
});

/** Operation that searches Indian shares, which pages of the service search in the list of all tickers instead. */
export const searchIndia = defineEndpoint({
  method: "GET",
  path: "/mcp",
  credential: "public",
  rateLimit: "catalogue",
  summary: "Search the shares on Indian exchanges",
  query: z.strictObject({ q: searchText({ least: 1 }), ...searchPaging }),
  responses: { 200: { description: "The shares that were found", body: foundBody(share, "IndianSharesFound") } },
}, async ({ query: { q, ...paging } }, { listingSearches }) => {
  const { items, ...page } = pageOfFound((await listingSearches.of("IN")).search(q, paging), paging);
  const presented = items.map(({ symbol, name, exchange, isin, sector }) => ({
    symbol,
    name,
    exchange: exchange ?? "NSE",
    isin,
    sector,
  }));
  return { status: 200, body: { items: presented, ...page } };
});
