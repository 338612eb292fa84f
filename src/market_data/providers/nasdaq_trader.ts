import type { Source, SourceList } from "../source.ts";

const ID = "nasdaq_trader";

/**
 * Source of all shares and funds listed on US exchanges, from the symbol directory that Nasdaq publishes for traders.
 */
export const nasdaqTrader: Source = {
  id: ID,
  url: "https://www.nasdaqtrader.com",
  lists: ["nasdaqlisted", "otherlisted"].map((id): SourceList => ({
    id,
    market: "US",
    isOptional: false,
    fetch: async ({ base, get }) => (await get({ url: new URL(`dynamic/SymDir/${id}.txt`, base), provider: ID })).bytes,
    layout: "nasdaq_trader",
  })),
};
