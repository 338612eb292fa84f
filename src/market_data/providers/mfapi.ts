import type { Source } from "../source.ts";
import { schemeCode } from "../upstream_symbols.ts";

const ID = "mfapi";

/** A mirror of the fund association's values: the history of each scheme, and all schemes there ever were. */
export const mfapi: Source = {
  id: ID,
  url: "https://api.mfapi.in",
  lists: [{
    id: "mfapi",
    market: "MF",
    // The association's own list has the schemes that are alive.
    isOptional: true,
    fetch: async ({ base, get }) => (await get({ url: new URL("mf", base), provider: ID })).bytes,
    layout: "mfapi_schemes",
  }],
  histories: {
    covers: (id) => schemeCode(id) !== null,
    async fetch({ id }, since, { base, get, read }) {
      const code = schemeCode(id) ?? "";
      const url = new URL(`mf/${code}`, base);
      if (since !== null) url.search = new URLSearchParams({ startDate: since, endDate: "2100-01-01" }).toString();
      const { status, bytes } = await get({ url, provider: ID, answers: [404] });
      if (status === 404) return null;
      return await read({ layout: "mfapi_values", provider: ID, bytes, id, symbol: code, since });
    },
  },
};
