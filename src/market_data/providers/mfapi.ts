import type { Source } from "../source.ts";
import { schemeCode } from "../upstream_symbols.ts";

const ID = "mfapi";

/**
 * Source of the value history of each Indian mutual fund scheme, and of a list of all schemes that ever existed: a
 * mirror of the fund association's data.
 */
export const mfapi: Source = {
  id: ID,
  url: "https://api.mfapi.in",
  lists: [{
    id: "mfapi",
    market: "MF",
    // The list of this mirror is optional, because the fund association's own list has all active schemes.
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
