import assert from "node:assert/strict";
import { countOfMarket, marketsOfList } from "./assets_of_list.ts";

Deno.test("the assets of a list come by their markets as a run names them, without the names of own assets", () => {
  const found = marketsOfList([
    "US:BRK.B",
    "NSE:M&M",
    "BSE:500325",
    "MF:119551",
    "MF:growth",
    "My asset",
    "nse:tcs",
    ":",
  ]);
  assert.deepEqual(found, [
    {
      market: "IN",
      ids: ["NSE:M&M", "BSE:500325"],
      entries: [{ ticker: "M&M", exchange: "NSE" }, { ticker: "500325", exchange: "BSE" }],
    },
    { market: "US", ids: ["US:BRK.B"], entries: [{ ticker: "BRK.B", exchange: "US" }] },
    { market: "MF", ids: ["MF:119551"], entries: [{ scheme_code: 119_551 }] },
  ]);
  assert.deepEqual(found.map(countOfMarket), ["2 Indian shares", "1 US share or ETF", "1 Indian fund"]);
});
