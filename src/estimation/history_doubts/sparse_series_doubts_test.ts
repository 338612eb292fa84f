import assert from "node:assert/strict";
import { assetId } from "../../domain/asset.ts";
import type { Doubt } from "../../domain/doubt.ts";
import type { Frequency } from "../../domain/frequency.ts";
import { matrix } from "../../domain/matrix.ts";
import { alignReturns } from "../align_returns.ts";
import { historyFindings } from "./mod.ts";
import type { OwnTable } from "./own_series.ts";

/** Working days of two years. */
const DAYS = Array.from({ length: 730 }, (_, i) => new Date(Date.UTC(2022, 0, 3 + i)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));

/** Test helper. Makes daily prices that never stay equal, other ones for each seed. */
function pricesOf(seed: number): number[] {
  let [state, price] = [12345 + 7919 * seed, 100];
  return DAYS.map(() => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return price *= 1.00001 + 0.03 * (state / 2 ** 31 - 0.5);
  });
}

const isMonthEnd = (i: number): boolean => DAYS[i].slice(0, 7) !== DAYS[i + 1]?.slice(0, 7);
const isFriday = (i: number): boolean => new Date(DAYS[i]).getUTCDay() === 5;

/** Test helper. Keeps the values of some rows, with null or the last of them on the rows between. */
function only(values: readonly number[], keeps: (i: number) => boolean, between: "null" | "last"): number[] {
  let last = values[0];
  return values.map((value, i) => {
    if (keeps(i) || i === 0) return last = value;
    return between === "null" ? NaN : last;
  });
}

function table(series: Readonly<Record<string, readonly number[]>>, kind: OwnTable["kind"] = "prices"): OwnTable {
  const names = Object.keys(series), values = matrix(DAYS.length, names.length);
  Object.values(series).forEach((cells, j) => cells.forEach((cell, i) => values.data[i * names.length + j] = cell));
  return { kind, table: { dates: DAYS, assets: names.map(assetId), values } };
}

function sparseIn(own: OwnTable, frequency: Frequency = "daily"): readonly Doubt[] {
  const { aligned, report } = alignReturns(own.table, { kind: own.kind, frequency, source: "request" });
  const { doubts } = historyFindings(own, { frequency }, { ...aligned, periods: report.periods_per_year });
  return doubts.filter(({ code }) => code === "sparse_series" || code === "stale_prices");
}

Deno.test("an asset with a value a month among daily ones is told with its spacing, volatilities and what to do", () => {
  for (const between of ["null", "last"] as const) {
    const own = table({ DAILY: pricesOf(1), MONTHS: only(pricesOf(2), isMonthEnd, between) });
    const [{ severity, assets, evidence, detail }] = sparseIn(own);
    assert.deepEqual([severity, assets, evidence.meant], ["wrong", ["MONTHS"], "monthly"], between);
    assert.ok(Number(evidence.days_apart) >= 30 && Number(evidence.days_apart) <= 31);
    assert.ok(Number(evidence.still) > 0.75 * Number(evidence.returns));
    assert.match(
      detail,
      /^MONTHS has a value about every 3[01] days among daily returns: \d+ of \d+ returns are filled /,
    );
    assert.match(detail, /makes its volatility [\d.]+ % a year, [\d.]+ % by its own values, .* "frequency": "monthly"/);
  }
});

Deno.test("filling over a part of the days makes the volatility too large, and over all of them leaves it", () => {
  const [lacking, filled] = (["null", "last"] as const).map((between) =>
    sparseIn(table({ DAILY: pricesOf(1), MONTHS: only(pricesOf(2), isMonthEnd, between) }))[0].evidence
  );
  assert.ok(Number(lacking.volatility) > 1.5 * Number(lacking.own_volatility));
  assert.ok(Math.abs(Number(filled.volatility) / Number(filled.own_volatility) - 1) < 0.1);
});

Deno.test("weekly values among daily ones, and monthly ones among weekly returns, are told with their frequency", () => {
  const own = table({ DAILY: pricesOf(1), WEEKS: only(pricesOf(2), isFriday, "last") });
  assert.deepEqual(sparseIn(own).map(({ evidence }) => evidence.meant), ["weekly"]);
  const months = table({ DAILY: pricesOf(1), MONTHS: only(pricesOf(2), isMonthEnd, "null") });
  assert.deepEqual(sparseIn(months, "weekly").map(({ evidence }) => evidence.meant), ["monthly"]);
});

Deno.test("returns of months among those of days are told, with nothing or 0 between them", () => {
  const returnsOf = (seed: number) => pricesOf(seed).map((price, i, all) => i === 0 ? 0.001 : price / all[i - 1] - 1);
  for (const between of [NaN, 0]) {
    const months = returnsOf(2).map((value, i) => isMonthEnd(i) ? value : between);
    assert.deepEqual(sparseIn(table({ DAILY: returnsOf(1), MONTHS: months }, "returns")).map(({ assets }) => assets), [
      ["MONTHS"],
    ]);
  }
});

Deno.test("several sparse assets are one doubt about the one with the fewest values", () => {
  const own = table({
    WEEKS: only(pricesOf(2), isFriday, "last"),
    MONTHS: only(pricesOf(3), isMonthEnd, "last"),
    DAILY: pricesOf(1),
  });
  const [{ assets, evidence, detail }, ...others] = sparseIn(own);
  assert.deepEqual([assets, evidence.asset, others], [["WEEKS", "MONTHS"], "MONTHS", []]);
  assert.match(detail, /^WEEKS, MONTHS have a value .* returns of "MONTHS" are filled/);
});

Deno.test("monthly returns of daily and monthly values, missing days and prices that seldom move are not told", () => {
  const months = table({ DAILY: pricesOf(1), MONTHS: only(pricesOf(2), isMonthEnd, "null") });
  assert.deepEqual(sparseIn(months, "monthly"), []);
  const random = (seed: number) => (i: number) => (i * 2654435761 + seed) % 97 < 40;
  assert.deepEqual(sparseIn(table({ A: pricesOf(1), B: only(pricesOf(2), random(5), "null") })), []);
  const seldom = (i: number) => (i * i * 7919) % 101 < 12;
  assert.deepEqual(sparseIn(table({ A: pricesOf(1), B: only(pricesOf(2), seldom, "last") })), []);
  assert.deepEqual(sparseIn(table({ A: pricesOf(1), B: pricesOf(2).map(() => 100) })), []);
});
