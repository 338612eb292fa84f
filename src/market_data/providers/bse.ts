import type { Source } from "../source.ts";

const ID = "bse";

/** Data source of the list of shares on the Bombay Stock Exchange. */
export const bse: Source = {
  id: ID,
  url: "https://api.bseindia.com",
  lists: [{
    id: "bse",
    market: "IN",
    isOptional: false,
    async fetch({ base, get }) {
      const url = new URL("BseIndiaAPI/api/LitsOfScripCSVDownload/w", base);
      url.search = new URLSearchParams({ segment: "Equity", status: "Active" }).toString();
      return (await get({ url, provider: ID })).bytes;
    },
    layout: "bse_equity",
  }],
};
