import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { BENCHMARK_IDS } from "./provider.ts";
import { schemeCode, yahooSymbol } from "./upstream_symbols.ts";

const named = (id: string, securityId: string | null = null): string | null =>
  yahooSymbol({ id: assetId(id), securityId });

Deno.test("symbols of the National Stock Exchange keep their special characters and get the suffix .NS at Yahoo", () => {
  for (const symbol of ["RELIANCE", "M&M", "J&KBANK", "BAJAJ-AUTO", "20MICRONS"]) {
    assert.equal(named(`NSE:${symbol}`), `${symbol}.NS`);
  }
});

Deno.test("a share of the Bombay exchange has its symbol at Yahoo, or its code if it has no symbol", () => {
  assert.equal(named("BSE:500325", "RELIANCE"), "RELIANCE.BO");
  assert.equal(named("BSE:532209", "J&KBANK"), "J&KBANK.BO");
  assert.equal(named("BSE:500325"), "500325.BO");
});

Deno.test("classes, preferred shares, warrants, units and rights of US symbols are written as Yahoo writes them", () => {
  const symbols = ["AAPL", "BRK.B", "ABR$D", "AHL$", "XYZ.W", "XYZ.WS", "XYZ.U", "XYZ.R"];
  assert.deepEqual(symbols.map((symbol) => named(`US:${symbol}`)), [
    "AAPL",
    "BRK-B",
    "ABR-PD",
    "AHL-P",
    "XYZ-WT",
    "XYZ-WT",
    "XYZ-UN",
    "XYZ-RI",
  ]);
});

Deno.test("each benchmark has a Yahoo symbol, and a fund and a name from a request have none", () => {
  assert.deepEqual(BENCHMARK_IDS.map((id) => yahooSymbol({ id, securityId: null })), [
    "^NSEI",
    "^BSESN",
    "^NSEBANK",
    "^GSPC",
    "^NDX",
  ]);
  assert.deepEqual([named("MF:119551"), named("AAA"), named("US:")], [null, null, null]);
});

Deno.test("a fund is requested by its scheme code, and other assets have none", () => {
  assert.deepEqual(["MF:119551", "NSE:TCS", "MF:x"].map((id) => schemeCode(assetId(id))), ["119551", null, null]);
});
