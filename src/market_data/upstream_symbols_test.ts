import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { BENCHMARK_IDS } from "./provider.ts";
import { schemeCode, yahooSymbol } from "./upstream_symbols.ts";

const named = (id: string, securityId: string | null = null): string | null =>
  yahooSymbol({ id: assetId(id), securityId });

Deno.test("symbols of the National Stock Exchange keep their marks and get its suffix", () => {
  for (const symbol of ["RELIANCE", "M&M", "J&KBANK", "BAJAJ-AUTO", "20MICRONS"]) {
    assert.equal(named(`NSE:${symbol}`), `${symbol}.NS`);
  }
});

Deno.test("a share of the Bombay exchange goes by its letters upstream, by its code where it has none", () => {
  assert.equal(named("BSE:500325", "RELIANCE"), "RELIANCE.BO");
  assert.equal(named("BSE:532209", "J&KBANK"), "J&KBANK.BO");
  assert.equal(named("BSE:500325"), "500325.BO");
});

Deno.test("classes, preferred shares, warrants, units and rights of US symbols are written as the source does", () => {
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

Deno.test("each benchmark has a symbol, a fund and a name of the caller's own have none", () => {
  assert.deepEqual(BENCHMARK_IDS.map((id) => yahooSymbol({ id, securityId: null })), [
    "^NSEI",
    "^BSESN",
    "^NSEBANK",
    "^GSPC",
    "^NDX",
  ]);
  assert.deepEqual([named("MF:119551"), named("AAA"), named("US:")], [null, null, null]);
});

Deno.test("a fund goes by its scheme code", () => {
  assert.deepEqual(["MF:119551", "NSE:TCS", "MF:x"].map((id) => schemeCode(assetId(id))), ["119551", null, null]);
});
