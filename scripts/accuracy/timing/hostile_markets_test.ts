import assert from "node:assert/strict";
import { column, type Matrix } from "../../../src/domain/matrix.ts";
import { hostileMarkets } from "./hostile_markets.ts";

const MARKETS = new Map(hostileMarkets(1).map(({ name, returns }) => [name, returns]));

function returnsOf(name: string): Matrix {
  const found = MARKETS.get(name);
  assert.ok(found !== undefined, name);
  return found;
}

function volatility(series: Float64Array): number {
  const mean = series.reduce((sum, one) => sum + one / series.length, 0);
  return Math.sqrt(series.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (series.length - 1));
}

Deno.test("a seed gives the same ten hostile markets each time, and another seed gives other returns", () => {
  assert.equal(MARKETS.size, 10);
  assert.deepEqual(hostileMarkets(1), hostileMarkets(1));
  assert.notDeepEqual(hostileMarkets(1)[0].returns, hostileMarkets(2)[0].returns);
});

Deno.test("each hostile market has the property that its name states", () => {
  const one = returnsOf("rank one"), factor = column(one, 0);
  for (let j = 1; j < one.columns; j++) {
    const ratio = column(one, j)[0] / factor[0];
    assert.ok(column(one, j).every((entry, t) => Math.abs(entry - ratio * factor[t]) <= 1e-15));
  }
  const apart = returnsOf("scales apart");
  assert.ok(Math.abs(Math.log10(volatility(column(apart, 0))) + 8) < 0.3);
  assert.ok(Math.abs(Math.log10(volatility(column(apart, 1))) - 2) < 0.3);
  assert.equal(Math.max(...returnsOf("outlier").data), 9);
  const twice = returnsOf("duplicates");
  assert.deepEqual(column(twice, 2), column(twice, 12));
  assert.deepEqual([returnsOf("T = n + 1").rows, returnsOf("T = n + 1").columns], [41, 40]);
  assert.deepEqual([returnsOf("T < n").rows, returnsOf("T < n").columns], [30, 200]);
  assert.equal(new Set(column(returnsOf("constant"), 3)).size, 1);
  const hedged = returnsOf("hedged pair"), [long, short] = [column(hedged, 0), column(hedged, 1)];
  assert.ok(long.every((entry, t) => Math.abs(entry + short[t] - 4e-4) <= 1e-17));
  assert.ok(returnsOf("all negative").data.every((entry) => entry < 0));
  const values = new Set([...returnsOf("integers").data].map((entry) => entry + 0));
  assert.deepEqual([...values].toSorted((a, b) => a - b), [-1, 0, 1, 2]);
});
