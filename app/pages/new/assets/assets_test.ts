import assert from "node:assert/strict";
import { EMPTY_DRAFT } from "../run_draft.ts";
import { withAssets, withoutAsset, withoutAssets } from "./change_assets.ts";
import { idsOf, type ListedAsset, marketOf } from "./listed_asset.ts";
import { pastedAssets, spellingsOf } from "./pasted_assets.ts";
import { nearestAssets, rankedAssets } from "./ranked_assets.ts";

const ASSETS: readonly ListedAsset[] = [
  share("RELIANCE", "Reliance Industries Ltd", "INE002A01018"),
  share("RELINFRA", "Reliance Infrastructure Ltd", "INE036A01016"),
  share("TCS", "Tata Consultancy Services Ltd", "INE467B01029"),
  share("TATASTEEL", "Tata Steel Ltd", "INE081A01020"),
];

function share(ticker: string, name: string, isin: string): ListedAsset {
  const entry = { ticker, exchange: "NSE" };
  return { id: `NSE:${ticker}`, market: "IN", name, sector: null, aliases: [isin], entry };
}

function found(text: string): readonly string[] {
  return rankedAssets(ASSETS, text, 10).map(({ id }) => id);
}

Deno.test("a share is found by its ticker, its ISIN and the words of its name, the exact one first", () => {
  assert.deepEqual(found("tcs"), ["NSE:TCS"]);
  assert.deepEqual(found("INE467B01029"), ["NSE:TCS"]);
  assert.deepEqual(found("nse:tcs"), ["NSE:TCS"]);
  assert.deepEqual(found("tata"), ["NSE:TATASTEEL", "NSE:TCS"]);
  assert.deepEqual(found("steel"), ["NSE:TATASTEEL"]);
  assert.deepEqual(found("RELI"), ["NSE:RELIANCE", "NSE:RELINFRA"]);
  assert.deepEqual(found(" "), []);
});

Deno.test("a mistyped ticker has the nearest ones beside it, and a text like none has nothing", () => {
  assert.deepEqual(nearestAssets(ASSETS, "RELAINCE", 1).map(({ id }) => id), ["NSE:RELIANCE"]);
  assert.deepEqual(nearestAssets(ASSETS, "Tata Steal", 3).map(({ id }) => id), ["NSE:TATASTEEL"]);
  assert.deepEqual(nearestAssets(ASSETS, "ZZZZZZ", 3), []);
});

Deno.test("a pasted list has its assets one a line or many in one, with amounts where numbers stand beside them", () => {
  assert.deepEqual(pastedAssets("RELIANCE\nTCS\r\nTCS\n").map(({ text }) => text), ["RELIANCE", "TCS"]);
  assert.deepEqual(pastedAssets("AAPL MSFT, GOOG\nBRK.B;V").map(({ text }) => text), [
    "AAPL",
    "MSFT",
    "GOOG",
    "BRK.B",
    "V",
  ]);
  assert.deepEqual(pastedAssets("RELIANCE\t1,234.50\nTata Steel;10").map(({ text, amount }) => [text, amount]), [
    ["RELIANCE", 1234.5],
    ["Tata Steel", 10],
  ]);
  const amounts = (text: string) => pastedAssets(text).map(({ amount }) => amount);
  assert.deepEqual(amounts("A\t950\nB\t1,500\nC\t12,50,000.5"), [950, 1500, 1_250_000.5]);
  assert.deepEqual(amounts("A\t0,5\nB\t1,500\nC\t1.500\nD\t1.250,5"), [0.5, 1.5, 1500, 1250.5]);
  assert.deepEqual(pastedAssets("119551\n120503").map(({ text }) => text), ["119551", "120503"]);
  assert.deepEqual(spellingsOf("RELIANCE.NS"), ["NSE:RELIANCE", "RELIANCE", "RELIANCE.NS"]);
  assert.deepEqual(spellingsOf("500325.BO"), ["BSE:500325", "500325", "500325.BO"]);
  assert.deepEqual(spellingsOf("TCS-EQ"), ["TCS-EQ", "TCS"]);
});

Deno.test("the assets of a request are named as every map of weights names them, and tell its market", () => {
  const stocks = [{ ticker: "TCS", exchange: "NSE" }];
  assert.deepEqual(idsOf(stocks), ["NSE:TCS"]);
  assert.deepEqual(idsOf([{ scheme_code: 119551 }]), ["MF:119551"]);
  assert.equal(marketOf({ stocks }), "IN");
  assert.equal(marketOf({ stocks: [{ ticker: "AAPL", exchange: "US" }] }), "US");
  assert.equal(marketOf({ funds: [{ scheme_code: 1 }] }), "MF");
  assert.equal(marketOf({ prices: {} }), null);
});

Deno.test("amounts of a list become the shares of the starting portfolio, also of assets that are found later", () => {
  const [reliance, , tcs, steel] = ASSETS;
  assert.ok(reliance && tcs && steel);
  const first = withAssets(EMPTY_DRAFT, [{ asset: reliance, amount: 30 }, { asset: tcs, amount: 10 }]);
  assert.deepEqual(first.request.starting_portfolio, { "NSE:RELIANCE": 0.75, "NSE:TCS": 0.25 });
  const later = withAssets(first, [{ asset: steel, amount: 40 }]);
  assert.deepEqual(later.request.starting_portfolio, {
    "NSE:RELIANCE": 0.375,
    "NSE:TCS": 0.125,
    "NSE:TATASTEEL": 0.5,
  });
  assert.deepEqual(later.request.stocks, [reliance.entry, tcs.entry, steel.entry]);
  const left = withoutAsset(later, "NSE:TCS");
  assert.deepEqual(left.request.stocks, [reliance.entry, steel.entry]);
  assert.deepEqual(withoutAssets(left).request, {});
});

Deno.test("assets of another market take the place of those that are there", () => {
  const [reliance] = ASSETS;
  assert.ok(reliance);
  const apple: ListedAsset = {
    id: "US:AAPL",
    market: "US",
    name: "Apple Inc",
    sector: null,
    aliases: [],
    entry: { ticker: "AAPL", exchange: "US" },
  };
  const indian = withAssets(EMPTY_DRAFT, [{ asset: reliance, amount: null }]);
  const american = withAssets(indian, [{ asset: apple, amount: null }]);
  assert.deepEqual(american.request, { stocks: [apple.entry] });
});
