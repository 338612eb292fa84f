import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { assetId } from "../../domain/asset.ts";
import type { CorporateAction, PriceHistory } from "../provider.ts";
import { type CleanHistories, cleanHistories } from "./clean_histories.ts";

const NOW = "2024-06-03T12:00:00.000Z";

/** Test helper. Returns a price history with one price per weekday from 2024-01-01 on. */
function history(prices: readonly number[], actions: readonly CorporateAction[] = []): PriceHistory {
  const closes = Float64Array.from(prices);
  return { dates: days(prices.length), closes, adjustedCloses: closes, actions, source: "test", fetchedAt: NOW };
}

function days(count: number): string[] {
  const found: string[] = [];
  for (const day = new Date("2024-01-01T00:00:00Z"); found.length < count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (day.getUTCDay() % 6 !== 0) found.push(day.toISOString().slice(0, 10));
  }
  return found;
}

async function cleaned(histories: readonly PriceHistory[], market: "IN" | "US" | "MF" = "IN"): Promise<CleanHistories> {
  const assets = histories.map((_, i) => assetId(`NSE:EX${i}`));
  return await cleanHistories({ market, assets, histories }, { now: () => NOW, signal: new AbortController().signal });
}

/**
 * Cleans one price history and returns its omitted rows and jumps, with row numbers instead of dates, and its prices.
 */
async function found(
  prices: readonly number[],
  { market = "IN", actions = [] }: { market?: "IN" | "MF"; actions?: readonly CorporateAction[] } = {},
): Promise<{ omitted: unknown[]; jumps: unknown[]; prices: number[] }> {
  const { histories: [one], jumps } = await cleaned([history(prices, actions)], market);
  const rowOf = new Map(days(prices.length).map((date, row) => [date, row]));
  return {
    omitted: (one.omitted ?? []).map(({ date, reason }) => [rowOf.get(date), reason]),
    jumps: jumps.map(({ date, kind }) => [rowOf.get(date), kind]),
    prices: [...one.adjustedCloses],
  };
}

Deno.test("a price jump that the next session reverts to within 5 % is omitted, and one that stays is not", async () => {
  assert.deepEqual((await found([100, 101, 50, 102, 103])).omitted, [[2, "reverted"]]);
  assert.deepEqual((await found([100, 101, 150, 106, 103])).omitted, [[2, "reverted"]]);
  assert.deepEqual(await found([100, 101, 50, 108, 103]), {
    omitted: [],
    jumps: [[2, "suspected_split"], [3, "move"]],
    prices: [100, 101, 50, 108, 103],
  });
});

Deno.test("a price jump on the last day of a history is kept, because no later price reverts it", async () => {
  assert.deepEqual((await found([100, 101, 50])).omitted, []);
});

Deno.test("a price move by the ratio of a split is a suspected split, unless a split is known", async () => {
  for (const ratio of [1 / 2, 2 / 5, 1 / 3, 1 / 4, 1 / 5, 1 / 10, 1 / 20, 2, 5]) {
    const prices = [100, 101, 101 * ratio, 102 * ratio];
    assert.deepEqual((await found(prices)).jumps, [[2, "suspected_split"]], String(ratio));
    const actions = [{ date: days(3)[2], kind: "split" as const, amount: 1 / ratio }];
    assert.deepEqual((await found(prices, { actions })).jumps, [[2, "move"]], String(ratio));
  }
});

Deno.test("a crash is reported as a move, and its prices are kept", async () => {
  assert.deepEqual(await found([36.8, 16.15, 16.6]), {
    omitted: [],
    jumps: [[1, "move"]],
    prices: [36.8, 16.15, 16.6],
  });
});

Deno.test("values of a fund before a change of its unit are converted to the new unit, in either direction", async () => {
  assert.deepEqual(await found([24.6, 24.7, 2_470.6, 2_471, 2_472], { market: "MF" }), {
    omitted: [],
    jumps: [[2, "unit_change"]],
    prices: [2_460, 2_470, 2_470.6, 2_471, 2_472],
  });
  const { jumps, prices } = await found([1_000, 1_000, 100, 101, 102], { market: "MF" });
  assert.deepEqual([jumps, prices], [[[2, "unit_change"]], [100, 100, 100, 101, 102]]);
});

Deno.test("a fund value that jumps a hundredfold and reverts is not a change of unit", async () => {
  assert.deepEqual((await found([24.6, 2_460, 24.7, 24.8], { market: "MF" })).omitted, [[1, "reverted"]]);
});

Deno.test("a stock price that rises tenfold is not converted", async () => {
  assert.deepEqual(await found([10, 100, 101, 102]), {
    omitted: [],
    jumps: [[1, "suspected_split"]],
    prices: [10, 100, 101, 102],
  });
});

Deno.test("zero, negative, missing and infinite prices are omitted and reported", async () => {
  assert.deepEqual((await found([100, 0, -1, NaN, Infinity, 101])).omitted, [
    [1, "unreadable"],
    [2, "unreadable"],
    [3, "unreadable"],
    [4, "unreadable"],
  ]);
});

Deno.test("a trading session that is not over is omitted", async () => {
  const one = history([100, 101]);
  const { histories: [left] } = await cleaned([{ ...one, dates: ["2024-05-31", "2024-06-04"] }]);
  assert.deepEqual([left.dates, left.omitted], [["2024-05-31"], [{ date: "2024-06-04", reason: "unfinished" }]]);
});

/** Test helper. Returns a price history that rises by 1 a day, except for one row that repeats the price before. */
function stayingOn(row: number, first: number, rows = 30): PriceHistory {
  return history(Array.from({ length: rows }, (_, t) => first + (t === row ? t - 1 : t)));
}

Deno.test("a day on which most prices repeat is omitted from all histories, even from one that moved", async () => {
  const staying = Array.from({ length: 10 }, (_, i) => stayingOn(20, 100 + i));
  const { histories } = await cleaned([...staying, stayingOn(-1, 50)]);
  assert.ok(histories.every(({ omitted }) => omitted?.[0].reason === "holiday" && omitted.length === 1));
  assert.deepEqual(histories[10].closes.length, 29);
  assert.ok(!histories[10].closes.includes(70));
});

Deno.test("prices that have not moved for days make no holiday, nor do only two prices that repeat", async () => {
  const still = Array.from({ length: 10 }, () => history([100, 100, 100, 100]));
  const { histories } = await cleaned([...still, history([50, 51, 52, 53])]);
  assert.ok(histories.every(({ omitted = [] }) => omitted.length === 0));
  const two = await cleaned([history([1, 2, 2, 3]), history([5, 6, 6, 7])]);
  assert.ok(two.histories.every(({ omitted = [] }) => omitted.length === 0));
});

Deno.test("three prices that often repeat make no holiday by repeating together, and three that rarely repeat make one", async () => {
  const rows = 90;
  const often = [0, 1, 2].map((j) =>
    history(Array.from({ length: rows }, (_, t) => 10 + Math.floor((t === 60 ? t - 1 : t) * 0.7 + j * 0.2)))
  );
  assert.equal((await cleaned(often)).histories.flatMap(({ omitted = [] }) => omitted).length, 0);
  const { histories } = await cleaned([0, 1, 2].map((j) => stayingOn(60, 10 + j, rows)));
  assert.ok(histories.every(({ omitted }) => omitted?.length === 1 && omitted[0].date === days(rows)[60]));
});

Deno.test("a day on which all funds repeat their values is kept", async () => {
  const { histories } = await cleaned(Array.from({ length: 5 }, (_, i) => history([10 + i, 11 + i, 11 + i])), "MF");
  assert.ok(histories.every(({ omitted = [] }) => omitted.length === 0));
});

Deno.test("the cleaning of any stock prices only omits rows and changes no close", async () => {
  const price = fc.oneof(fc.double({ min: 1, max: 1e4 }), fc.constantFrom(0, -1, NaN, 100, 1_000, 10_000));
  const panels = fc.array(fc.array(price, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(panels, async (panel) => {
    const given = panel.map((prices) => history(prices));
    const { histories } = await cleaned(given);
    histories.forEach(({ dates, closes, omitted = [] }, i) => {
      assert.equal(dates.length + omitted.length, panel[i].length);
      const before = new Map(given[i].dates.map((date, row) => [date, given[i].closes[row]]));
      dates.forEach((date, row) => assert.equal(closes[row], before.get(date)));
    });
  }));
});
