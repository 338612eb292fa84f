import type { Source } from "../source.ts";

const ID = "nse";

/** Data source of the list of shares on the National Stock Exchange of India. */
export const nse: Source = {
  id: ID,
  url: "https://nsearchives.nseindia.com",
  lists: [{
    id: "nse",
    market: "IN",
    isOptional: false,
    fetch: async ({ base, get }) =>
      (await get({ url: new URL("content/equities/EQUITY_L.csv", base), provider: ID })).bytes,
    layout: "nse_equity",
  }],
};
