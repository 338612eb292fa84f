import assert from "node:assert/strict";
import { nearestWord } from "./nearest_word.ts";

const KNOWN = ["min_volatility", "min_cvar", "max_sharpe", "hold"];

Deno.test("the nearest word is the known one with the fewest changes", () => {
  assert.equal(nearestWord("min_volatilty", KNOWN), "min_volatility");
  assert.equal(nearestWord("MIN_CVAR", KNOWN), "min_cvar");
  assert.equal(nearestWord("max_sharp", KNOWN), "max_sharpe");
});

Deno.test("the nearest word of a beginning is the known word that it begins", () => {
  assert.equal(nearestWord("min_vol", KNOWN), "min_volatility");
});

Deno.test("no known word is near where more than a third of the letters would change", () => {
  assert.equal(nearestWord("kelly", KNOWN), null);
  assert.equal(nearestWord("hodl", KNOWN), null);
  assert.equal(nearestWord("hald", KNOWN), "hold");
});
