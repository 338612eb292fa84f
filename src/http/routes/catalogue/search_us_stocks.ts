import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { foundBody, pageOfFound, searchPaging, searchText } from "./search_query.ts";

const shareBody = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string(),
  is_etf: z.boolean().nullable().meta({
    description: "Whether it is an exchange-traded fund; null where the exchanges do not say",
  }),
}).meta({ id: "UsStock" });

/** Endpoint that searches shares and exchange-traded funds on US exchanges by symbol and name. */
export const searchUsStocks = defineEndpoint({
  method: "GET",
  path: "/us-stocks/search",
  credential: "public",
  rateLimit: "catalogue",
  summary: "Search the shares and funds on US exchanges",
  description:
    "Finds by symbol, then by the beginning of the name or of its words, then by misspelt words. Without q lists by symbol.",
  query: z.strictObject({ q: searchText({ least: 1 }).optional(), ...searchPaging }),
  isCompressed: true,
  responses: {
    200: { description: "The shares that were found", body: foundBody(shareBody, "UsStocksFound") },
    503: problem("market_data_unavailable"),
  },
}, async ({ query: { q, ...paging } }, { listingSearches }) => {
  const index = await listingSearches.of("US");
  const { limit } = paging;
  const found = q === undefined ? index.first({ limit }) : index.search(q, { limit });
  const { items, ...page } = pageOfFound(found, paging);
  const presented = items.map(({ symbol, name, exchange, isEtf }) => ({
    symbol,
    name,
    exchange: exchange ?? "US",
    is_etf: isEtf,
  }));
  return { status: 200, body: { items: presented, ...page } };
});
