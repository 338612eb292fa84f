import assert from "node:assert/strict";
import { tradesOf } from "./trades.ts";

Deno.test("trades lead from what is held to the whole lots, sell what is outside of the run, and sum to the cash left", () => {
  const allocation = {
    shares: { A: 3, B: 0 },
    invested: 90,
    cash: 10,
    weights: { A: 0.9, B: 0 },
    currency: null,
    gap: 0,
  };
  const trades = tradesOf({ weights: { A: 0.95, B: 0.05 }, allocation }, { held: { B: 0.4, C: 0.6 }, capital: 100 });
  assert.deepEqual(trades.map(({ asset, change, amount, shares }) => [asset, change, amount, shares]), [
    ["A", 0.9, 90, 3],
    ["C", -0.6, -60, null],
    ["B", -0.4, -40, 0],
  ]);
});

Deno.test("without an allocation the weights themselves are bought, and what is neither held nor wanted is left out", () => {
  const trades = tradesOf({ weights: { A: 1, B: 0 }, allocation: null }, { held: {}, capital: null });
  assert.deepEqual(trades, [{ asset: "A", held: 0, target: 1, change: 1, amount: null, shares: null }]);
});
