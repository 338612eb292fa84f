import { DATES, days, history, prices, type RefusalCase, runs, SERIES } from "./refusal_case.ts";

const { ALPHA, BETA } = SERIES;

/** Test helper. Returns a series with the values of some rows replaced. */
function replaced(values: readonly unknown[], changes: Readonly<Record<number, unknown>>): readonly unknown[] {
  return values.map((value, row) => changes[row] ?? value);
}

function inPrices(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { prices: history(changes) };
}

function inSeries(series: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return inPrices({ series });
}

function inReturns(
  series: Readonly<Record<string, unknown>>,
  dates: unknown = DATES,
): Readonly<Record<string, unknown>> {
  return { prices: undefined, returns: { dates, series } };
}

const CALM = Array(30).fill(0.01);
const GAPS: readonly null[] = Array(30).fill(null);

/**
 * Test cases of requests that the service must refuse, about the caller's own history of prices or returns in the
 * request body.
 */
export const historyRefusals: readonly RefusalCase[] = [
  ...runs("prices", {
    "null": { prices: null },
    "a list": { prices: [] },
    "a text": { prices: "ALPHA" },
    "an empty object": { prices: {} },
    "without dates": inPrices({ dates: undefined }),
    "without series": inPrices({ series: undefined }),
    "an unknown field": inPrices({ currency: "INR" }),
    "dates that are an object": inPrices({ dates: {} }),
    "dates that are null": inPrices({ dates: null }),
    "series that are a list": inPrices({ series: [ALPHA] }),
    "no date": inPrices({ dates: [], series: { ALPHA: [], BETA: [] } }),
    "no series": inPrices({ series: {} }),
    "neither dates nor series": inPrices({ dates: [], series: {} }),
    "a date that is a number": inPrices({ dates: replaced(DATES, { 3: 20240104 }) }),
    "a date that is null": inPrices({ dates: [null, ...DATES.slice(1)] }),
    "a day that is none": inPrices({ dates: replaced(DATES, { 3: "2024-01-32" }) }),
    "a day in another order": inPrices({ dates: replaced(DATES, { 3: "04-01-2024" }) }),
    "a day without zeros": inPrices({ dates: replaced(DATES, { 3: "2024-1-4" }) }),
    "a day with a time": inPrices({ dates: replaced(DATES, { 3: "2024-01-04T15:30:00Z" }) }),
    "a date twice": inPrices({ dates: replaced(DATES, { 4: "2024-01-04" }) }),
    "a date out of order": inPrices({ dates: replaced(DATES, { 4: "2024-01-02" }) }),
    "dates that descend": inPrices({ dates: DATES.toReversed() }),
    "a series that is no list": inSeries({ ALPHA: 100, BETA }),
    "a series that is null": inSeries({ ALPHA: null, BETA }),
    "a series one row short": inSeries({ ALPHA: ALPHA.slice(1), BETA }),
    "a series one row long": inSeries({ ALPHA: [...ALPHA, 100], BETA }),
    "a series of nothing": inSeries({ ALPHA: [], BETA }),
    "a price that is a text": inSeries({ ALPHA: replaced(ALPHA, { 5: "101" }), BETA }),
    "a price that is the text NaN": inSeries({ ALPHA: replaced(ALPHA, { 5: "NaN" }), BETA }),
    "a price that is true": inSeries({ ALPHA: replaced(ALPHA, { 5: true }), BETA }),
    "a price that is a list": inSeries({ ALPHA: replaced(ALPHA, { 5: [100] }), BETA }),
    "a price of 0": inSeries({ ALPHA: replaced(ALPHA, { 5: 0 }), BETA }),
    "a price below 0": inSeries({ ALPHA: replaced(ALPHA, { 5: -100 }), BETA }),
    "prices that are all missing": inSeries({ ALPHA, BETA: GAPS }),
    "prices of every asset missing": inSeries({ ALPHA: GAPS, BETA: GAPS }),
    "a name that is empty": inSeries({ "": ALPHA, BETA }),
    "a name of spaces": inSeries({ "  ": ALPHA, BETA }),
    "a name of 121 characters": inSeries({ ["N".repeat(121)]: ALPHA, BETA }),
    "a name with a tab": inSeries({ "AL\tPHA": ALPHA, BETA }),
    "a name with a stroke and a tilde, and no price": inSeries({ "AL/PH~A": GAPS, BETA }),
    "one row": inPrices({ dates: DATES.slice(0, 1), series: { ALPHA: [100], BETA: [100] } }),
    "two rows": inPrices({ dates: DATES.slice(0, 2), series: { ALPHA: [100, 101], BETA: [100, 99] } }),
    "assets that are never priced together": inSeries({
      ALPHA: ALPHA.map((price, row) => row < 10 ? price : null),
      BETA: BETA.map((price, row) => row > 20 ? price : null),
    }),
    "a return beyond the largest number": inSeries({ ALPHA: replaced(ALPHA, { 4: 1e-9, 5: 1e9 }), BETA }),
    "a fall that leaves nothing": inSeries({ ALPHA: replaced(ALPHA, { 4: 1e200, 5: 1e-200 }), BETA }),
    "rows that a month leaves one of": { frequency: "monthly" },
    "one asset for a method that needs two": inSeries({ ALPHA }),
    "10,001 rows": inPrices({ dates: days(10_001), series: { ALPHA: prices(0, 10_001), BETA: prices(1, 10_001) } }),
    "5,001 assets": inPrices({
      dates: [],
      series: Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`ASSET${i}`, []])),
    }),
    "texts in 60 cells": inSeries({ ALPHA: ALPHA.map(() => ""), BETA: BETA.map(() => "x") }),
    "a fault in each of 150 cells, told once for each series": inSeries({
      ALPHA: ALPHA.map((price) => -price),
      BETA: BETA.map((price) => -price),
      GAMMA: ALPHA.map(() => 0),
      DELTA: ALPHA.map(() => -1e-9),
      EPSILON: ALPHA.map((price) => -price),
    }),
    "wrong values in a history whose other fields are wrong": { ...inSeries({ ALPHA: ALPHA.map(() => -1) }), seed: -1 },
  }),
  ...runs("returns", {
    "null": { prices: undefined, returns: null },
    "a number": { prices: undefined, returns: 0.01 },
    "an unknown field": { prices: undefined, returns: { dates: DATES, series: { ALPHA: CALM }, index: [] } },
    "a return below -1": inReturns({ ALPHA: replaced(CALM, { 2: -1.01 }), BETA: CALM }),
    "a return beyond the largest number": inReturns({ ALPHA: replaced(CALM, { 2: 1_000_001 }), BETA: CALM }),
    "a return that is a text": inReturns({ ALPHA: replaced(CALM, { 2: "1%" }), BETA: CALM }),
    "returns that are all missing": inReturns({ ALPHA: GAPS, BETA: CALM }),
    "one row": inReturns({ ALPHA: [0.1], BETA: [0.2] }, DATES.slice(0, 1)),
    "returns that are too many for their dates": inReturns({ ALPHA: CALM, BETA: CALM }, DATES.slice(1)),
    "dates twice and a bad return": inReturns(
      { ALPHA: replaced(CALM, { 2: -2 }), BETA: CALM },
      replaced(DATES, { 1: "2024-01-01" }),
    ),
  }),
];
