import type { Source } from "../source.ts";

const ID = "amfi";

/**
 * Source of all Indian mutual fund schemes with their latest values, published by the Association of Mutual Funds in
 * India.
 */
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
