import type { Source } from "../source.ts";

const ID = "amfi";

/** The schemes of the Association of Mutual Funds in India with their latest values. */
export const amfi: Source = {
  id: ID,
  url: "https://portal.amfiindia.com",
  lists: [{
    id: "amfi",
    market: "MF",
    isOptional: false,
    fetch: async ({ base, get }) => (await get({ url: new URL("spages/NAVAll.txt", base), provider: ID })).bytes,
    layout: "amfi_nav",
  }],
};
