import assert from "node:assert/strict";
import { addedByEnter, type FoundBy } from "./found_by.ts";
import type { ListedAsset } from "./listed_asset.ts";

const share = (ticker: string): ListedAsset => ({
  id: `US:${ticker}`,
  market: "US",
  name: ticker,
  sector: null,
  aliases: [],
  entry: { ticker, exchange: "US" },
});
const FOUND: FoundBy = { text: "AA", market: "US", assets: [share("AA"), share("AAL")] };
const NONE = new Set<string>();

Deno.test("Enter adds the marked asset of what stands in the field, and nothing of the text or market before", () => {
  assert.equal(addedByEnter(FOUND, { text: " AA ", market: "US", active: 1 }, NONE)?.id, "US:AAL");
  assert.equal(addedByEnter(FOUND, { text: "AAPL", market: "US", active: 0 }, NONE), null);
  assert.equal(addedByEnter(FOUND, { text: "AA", market: "IN", active: 0 }, NONE), null);
  assert.equal(addedByEnter(FOUND, { text: "AA", market: "US", active: 2 }, NONE), null);
  assert.equal(addedByEnter(null, { text: "AA", market: "US", active: 0 }, NONE), null);
});

Deno.test("Enter on an asset that is chosen already does nothing, so that it takes none away", () => {
  assert.equal(addedByEnter(FOUND, { text: "AA", market: "US", active: 0 }, new Set(["US:AA"])), null);
});
