import assert from "node:assert/strict";
import { assetId } from "../../domain/asset.ts";
import type { Doubt } from "../../domain/doubt.ts";
import type { Frequency } from "../../domain/frequency.ts";
import { matrix } from "../../domain/matrix.ts";
import { historyFindings } from "./mod.ts";
import type { OwnTable } from "./own_series.ts";

const ROWS = 120;

/** Test helper. Makes a series of daily returns of about 1 % that are never 0, other ones for each seed. */
function returnsOf(seed: number, rows = ROWS): number[] {
  let state = 12345 + 7919 * seed;
  return Array.from({ length: rows }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return 0.03 * (state / 2 ** 31 - 0.5) + 1e-5;
  });
}

function pricesOf(seed: number, rows = ROWS): number[] {
  let price = 50 * (seed + 1);
  return returnsOf(seed, rows).map((change) => price *= 1 + change);
}

function daysOf(count: number, every = 1): readonly string[] {
  const first = Date.parse("2020-01-01");
  return Array.from({ length: count }, (_, i) => new Date(first + i * every * 86_400_000).toISOString().slice(0, 10));
}

function table(
  series: Readonly<Record<string, readonly number[]>>,
  { kind = "prices", every = 1 }: { kind?: OwnTable["kind"]; every?: number } = {},
): OwnTable {
  const names = Object.keys(series), columns = Object.values(series), rows = columns[0].length;
  const values = matrix(rows, names.length);
  columns.forEach((cells, j) => cells.forEach((cell, i) => values.data[i * names.length + j] = cell));
  return { kind, table: { dates: daysOf(rows, every), assets: names.map(assetId), values } };
}

function doubtsOf(own: OwnTable, frequency: Frequency = "daily"): readonly Doubt[] {
  return historyFindings(own, { frequency }).doubts;
}

function codesOf(own: OwnTable, frequency?: Frequency): readonly string[] {
  return doubtsOf(own, frequency).map(({ code }) => code);
}

/** Test helper. Multiplies the prices from a row on. */
function from(prices: readonly number[], row: number, factor: number): readonly number[] {
  return prices.map((price, i) => i < row ? price : price * factor);
}

/** Test helper. Prices without a move on the row, so that the ratio is the factor itself. */
function flatAt(seed: number, row: number): number[] {
  const prices = pricesOf(seed), level = prices[row] / prices[row - 1];
  return prices.map((price, i) => i < row ? price * level : price);
}

Deno.test("honest prices and returns of days, weeks and months have no doubt and no large move", () => {
  const calm = { A: pricesOf(1), B: pricesOf(2), C: pricesOf(3) };
  for (const every of [1, 7, 30]) {
    assert.deepEqual(historyFindings(table(calm, { every }), { frequency: "daily" }), { jumps: [], doubts: [] });
  }
  const returns = { A: returnsOf(1), B: returnsOf(2) };
  assert.deepEqual(codesOf(table(returns, { kind: "returns" })), []);
});

Deno.test("a split and a reverse split for which prices are not adjusted are told and listed, with the return as it is", () => {
  for (
    const [factor, kind] of [
      [1 / 2, "suspected_split"],
      [1 / 5, "suspected_split"],
      [10, "suspected_split"],
      [
        15,
        "suspected_split",
      ],
      [114, "move"],
      [0.44, "move"],
    ] as const
  ) {
    const own = table({ A: from(flatAt(1, 60), 60, factor), B: pricesOf(2) });
    const { jumps, doubts } = historyFindings(own, { frequency: "daily" });
    assert.deepEqual(jumps.map(({ asset, date, kind }) => ({ asset, date, kind })), [
      { asset: "A", date: daysOf(61)[60], kind },
    ]);
    assert.ok(Math.abs(jumps[0].return - (factor - 1)) < 1e-9);
    assert.deepEqual(doubts.map(({ code }) => code), [
      kind === "suspected_split" ? kind : factor > 3 ? "price_jump" : "large_move",
    ], String(factor));
  }
});

Deno.test("a price that is mistyped on one day is one doubt with the day and the value, and both moves are listed", () => {
  for (const factor of [10, 0.1, 2, 100, 37]) {
    const mistyped = pricesOf(1).map((price, i) => i === 60 ? price * factor : price);
    const { jumps, doubts: [doubt, ...others] } = historyFindings(table({ A: mistyped, B: pricesOf(2) }), {
      frequency: "daily",
    });
    assert.deepEqual([doubt.code, doubt.assets, others], ["reverting_price", ["A"], []], String(factor));
    assert.deepEqual([doubt.evidence.date, doubt.evidence.value, doubt.evidence.back], [
      daysOf(61)[60],
      mistyped[60],
      daysOf(62)[61],
    ]);
    assert.equal(jumps.length, 2);
  }
  const lacking = pricesOf(1).map((price, i) => i === 60 ? price * 10 : i === 61 ? NaN : price);
  assert.deepEqual(codesOf(table({ A: lacking, B: pricesOf(2) })), ["reverting_price"]);
});

Deno.test("a move that stays, or comes back later or to another level, is no mistyped price", () => {
  const back = (row: number, level: number) =>
    pricesOf(1).map((price, i) => i < 60 ? price : i < row ? price * 5 : price * level);
  assert.deepEqual(codesOf(table({ A: back(64, 1), B: pricesOf(2) })).includes("reverting_price"), false);
  assert.deepEqual(codesOf(table({ A: back(61, 1.5), B: pricesOf(2) })).includes("reverting_price"), false);
  const units = pricesOf(1).map((price, i) => i === 40 || i === 60 ? price * 100 : price);
  assert.deepEqual(codesOf(table({ A: units, B: pricesOf(2) })), ["price_in_hundredths"]);
});

Deno.test("a price that becomes its hundredths or a hundredfold is told as another unit", () => {
  for (const factor of [100, 0.01]) {
    const [doubt, ...others] = doubtsOf(table({ A: from(pricesOf(1), 60, factor), B: pricesOf(2) }));
    assert.deepEqual([doubt.code, doubt.assets, others], ["price_in_hundredths", ["A"], []]);
    assert.equal(doubt.evidence.factor, 100);
  }
});

Deno.test("an asset with many large moves has one doubt, and its moves are all listed up to a hundred", () => {
  const wild = pricesOf(1).map((price, i) => i % 2 === 0 ? price : price * 3.7);
  const { jumps, doubts } = historyFindings(table({ A: wild, B: pricesOf(2) }), { frequency: "daily" });
  assert.deepEqual(doubts.map(({ code, evidence }) => [code, evidence.jumps]), [["many_price_jumps", ROWS - 1]]);
  assert.equal(jumps.length, 100);
});

Deno.test("prices of 0, for which a run is refused, are no moves to and from nothing", () => {
  const holed = pricesOf(1).map((price, i) => i % 20 === 10 ? 0 : price);
  assert.deepEqual(codesOf(table({ A: holed, B: pricesOf(2) })), []);
});

Deno.test("moves between rows of weeks are told beyond threefold only", () => {
  const of = (factor: number) => table({ A: from(pricesOf(1), 60, factor), B: pricesOf(2) }, { every: 7 });
  assert.deepEqual(codesOf(of(1.7), "weekly"), []);
  assert.deepEqual(codesOf(of(5.7), "weekly"), ["price_jump"]);
});

Deno.test("a price that stays equal over ten days is told with its days, and not that of an asset that seldom moves", () => {
  const stale = pricesOf(1).map((price, i, all) => i > 40 && i < 52 ? all[40] : price);
  const [doubt] = doubtsOf(table({ A: stale, B: pricesOf(2) }));
  assert.equal(doubt.code, "stale_prices");
  assert.deepEqual(doubt.evidence, { asset: "A", days: 12, first: daysOf(41)[40], last: daysOf(52)[51] });
  const still = pricesOf(1).map((_, i) => 100 + Math.floor(i / 15));
  assert.deepEqual(codesOf(table({ A: still, B: pricesOf(2) })), []);
});

Deno.test("days on which all assets repeat the day before are one doubt with their number", () => {
  const filled = (seed: number) => pricesOf(seed).map((price, i, all) => i % 7 === 6 ? all[i - 1] : price);
  const series = Object.fromEntries([1, 2, 3, 4].map((seed) => [`A${seed}`, filled(seed)]));
  const [doubt, ...others] = doubtsOf(table(series));
  assert.deepEqual([doubt.code, doubt.evidence.days, others], ["repeated_day", Math.floor(ROWS / 7), []]);
});

Deno.test("returns in percent are told once, as wrong where they are large and to be checked where small", () => {
  const scaled = (factor: number) => table({ A: returnsOf(1).map((one) => one * factor) }, { kind: "returns" });
  const { jumps, doubts: [certain, ...others] } = historyFindings(scaled(100), { frequency: "daily" });
  assert.deepEqual([certain.code, certain.severity, certain.evidence.factor], ["returns_in_percent", "wrong", 100]);
  assert.deepEqual([others, jumps], [[], []]);
  assert.deepEqual(codesOf(scaled(20)), ["large_returns"]);
  const bond = table({ A: returnsOf(1).map((one) => 0.03 + one) }, { kind: "returns" });
  assert.deepEqual(codesOf(bond), ["large_returns"]);
});

Deno.test("returns with 1 added to them are told as such, and prices sent as returns as prices", () => {
  const gross = { A: returnsOf(1).map((one) => 1 + one), B: returnsOf(2) };
  const [doubt, ...others] = doubtsOf(table(gross, { kind: "returns" }));
  assert.deepEqual([doubt.code, doubt.severity, doubt.assets, others], ["gross_returns", "wrong", ["A"], []]);
  assert.match(doubt.detail, /^The returns of A are near 1, in the median [\d.]+ for "A", .* subtract 1 from each/);
  const daily = returnsOf(1, 600),
    months = (factor: number) =>
      Array.from(
        { length: 30 },
        (_, i) => factor * daily.slice(20 * i, 20 * i + 20).reduce((sum, one) => sum + one, 0),
      );
  const monthly = table({ A: months(1).map((one) => 1 + one) }, { kind: "returns", every: 30 });
  assert.deepEqual(codesOf(monthly, "monthly"), ["gross_returns"]);
  for (const scale of [1, 0.01, 1 / 50]) {
    const prices = { A: pricesOf(0).map((price) => scale * price), B: pricesOf(2) };
    const [told, ...more] = doubtsOf(table(prices, { kind: "returns" }));
    assert.deepEqual([told.code, told.severity, told.assets, more], ["prices_as_returns", "wrong", ["A", "B"], []]);
    assert.match(told.detail, /send them as "prices"$/);
  }
});

Deno.test("returns in percent that are mostly above 0 are no prices, and returns of 0 and calm ones are neither", () => {
  const percents = table({ A: returnsOf(1).map((one) => 100 * Math.abs(one) + 0.01) }, { kind: "returns" });
  assert.deepEqual(codesOf(percents), ["returns_in_percent"]);
  const calm = table({ A: returnsOf(1).map((one) => 1e-4 + 1e-3 * Math.abs(one)), B: returnsOf(2) }, {
    kind: "returns",
  });
  assert.deepEqual(codesOf(calm), []);
});

Deno.test("a series that is another one, or another one some rows later, is told with both", () => {
  const one = pricesOf(1);
  assert.deepEqual(doubtsOf(table({ A: one, B: pricesOf(2), C: one })).map(({ code, assets }) => [code, assets]), [
    ["same_series", ["A", "C"]],
  ]);
  for (const rows of [1, 5]) {
    const late = [...pricesOf(3, rows), ...one.slice(0, -rows)];
    for (const series of [{ L: late, E: one }, { E: one, L: late }]) {
      const [doubt] = doubtsOf(table(series)).filter(({ code }) => code === "shifted_series");
      assert.deepEqual([doubt.assets, doubt.evidence.rows], [["L", "E"], rows]);
    }
  }
});

Deno.test("a series that is the sum or the mean of all others is told, and an index of some of them is not", () => {
  const a = pricesOf(1), b = pricesOf(2), c = pricesOf(3);
  const totals = { sum: a.map((one, i) => one + b[i] + c[i]), mean: a.map((one, i) => (one + b[i] + c[i]) / 3) };
  for (const [made_as, total] of Object.entries(totals)) {
    const rounded = total.map((one) => Number(one.toFixed(2)));
    for (const series of [{ A: a, B: b, C: c, Total: rounded }, { Total: total, A: a, B: b, C: c }]) {
      const [doubt, ...more] = doubtsOf(table(series));
      assert.deepEqual([doubt.code, doubt.severity, doubt.assets, more], ["sum_of_others", "check", ["Total"], []]);
      assert.deepEqual(doubt.evidence, { made_as, others: 3, rows: ROWS });
    }
  }
  const some = a.map((one, i) => one + b[i]);
  assert.deepEqual(codesOf(table({ A: a, B: b, C: c, Some: some })), []);
  const returns = [returnsOf(1), returnsOf(2)], mean = returns[0].map((one, i) => (one + returns[1][i]) / 2);
  assert.deepEqual(codesOf(table({ A: returns[0], B: returns[1], Mean: mean }, { kind: "returns" })), [
    "sum_of_others",
  ]);
  assert.deepEqual(codesOf(table({ A: a, Total: a.map((one) => 2 * one) })), []);
  for (const scale of [1e-5, 1e-3]) {
    const small = [1, 2, 3].map((seed) => pricesOf(seed).map((price) => scale * price));
    assert.deepEqual(codesOf(table({ A: small[0], B: small[1], C: small[2] })), []);
  }
  const alike = [1, 2, 3].map((seed) => returnsOf(seed).map((one) => 1 + one / 1000));
  assert.deepEqual(codesOf(table({ A: alike[0], B: alike[1], C: alike[2] })), []);
});

Deno.test("names of different currencies are told, and names of currencies alone are not", () => {
  const named = (...names: string[]) => table(Object.fromEntries(names.map((name, i) => [name, pricesOf(i + 1)])));
  const [doubt] = doubtsOf(named("ACME USD", "BETA (EUR)", "GAMMA"));
  assert.deepEqual([doubt.code, doubt.assets, doubt.evidence.currencies], ["mixed_currencies", [
    "ACME USD",
    "BETA (EUR)",
  ], ["USD", "EUR"]]);
  for (const names of [["USD", "EUR"], ["EUR/USD", "GBP/USD"], ["ACME USD", "BETA USD"], ["EURONAV", "USDA"]]) {
    assert.deepEqual(codesOf(named(...names)), [], names.join());
  }
  assert.deepEqual(codesOf(named("ACME GBP", "BETA GBp")), ["mixed_currencies"]);
});

Deno.test("logarithms of prices are told where all assets look like them", () => {
  const logarithms = [1, 2, 3].map((seed) => [`A${seed}`, pricesOf(seed).map(Math.log)]);
  assert.deepEqual(codesOf(table(Object.fromEntries(logarithms))), ["log_prices"]);
  const rounded = [1, 2, 3].map((
    seed,
  ) => [`A${seed}`, pricesOf(seed).map((price) => Number(Math.log(price).toFixed(4)))]);
  assert.deepEqual(codesOf(table(Object.fromEntries(rounded))), []);
});

Deno.test("only the dates that a run uses are looked at, and nothing of them is changed", () => {
  const own = table({ A: from(pricesOf(1), 60, 5.5), B: pricesOf(2) }), before = structuredClone(own);
  const days = daysOf(ROWS);
  assert.deepEqual(historyFindings(own, { frequency: "daily", start_date: days[60] }).doubts, []);
  assert.deepEqual(historyFindings(own, { frequency: "daily", end_date: days[59] }).doubts, []);
  assert.equal(historyFindings(own, { frequency: "daily", start_date: days[59] }).doubts.length, 1);
  assert.deepEqual(own, before);
});

Deno.test("missing values are passed over", () => {
  const holed = from(flatAt(1, 60), 60, 0.5).map((price, i) => i > 50 && i < 60 ? NaN : price);
  const { jumps } = historyFindings(table({ A: holed, B: pricesOf(2).fill(NaN, 0, 90) }), { frequency: "daily" });
  assert.deepEqual(jumps.map(({ date }) => date), [daysOf(61)[60]]);
});

Deno.test("prices that are numbers of their days are told as what they are, and not by their moves", () => {
  const days = daysOf(60).map((day) => new Date(day));
  const serial = (day: Date): number => day.getTime() / 86_400_000 + 25_569;
  const eightDigits = (day: Date): number => Number(day.toISOString().slice(0, 10).replaceAll("-", ""));
  const cases: Readonly<Record<string, (day: Date, row: number) => number>> = {
    "the months of their days": (day) => day.getUTCMonth() + 1,
    "the days of their months": (day) => day.getUTCDate(),
    "the days of their weeks": (day) => day.getUTCDay() + 1,
    "the days of their years": (_, row) => row + 1,
    "days as numbers of eight digits": (day) => eightDigits(new Date(day.getTime() + 2 * 86_400_000)),
    "days by their numbers in a spreadsheet": (day) => serial(day) + 2,
    "seconds since 1970": (day) => day.getTime() / 1000,
    "milliseconds since 1970": (day) => day.getTime(),
  };
  for (const [what, numberOf] of Object.entries(cases)) {
    const [doubt, ...others] = doubtsOf(table({ A: pricesOf(1, 60), N: days.map(numberOf) }));
    assert.deepEqual([doubt?.code, doubt?.evidence.what, doubt?.assets, others], ["calendar_numbers", what, ["N"], []]);
  }
});

Deno.test("whole prices and levels in the range of numbers of days are no numbers of days", () => {
  const rising = Array.from({ length: 60 }, (_, i) => 43_000 + 13 * i);
  const moving = pricesOf(1, 60).map((price) => Math.round(800 * price));
  assert.deepEqual(codesOf(table({ A: rising, B: moving, C: pricesOf(2, 60) })), []);
});

Deno.test("prices that add up to 1 or to 100 in every row are told as weights", () => {
  for (const total of [1, 100]) {
    const first = returnsOf(1).map((change) => total * (0.3 + change)),
      second = returnsOf(2).map((change) => total * (0.4 + change));
    const rest = first.map((value, i) => total - value - second[i]);
    const [doubt] = doubtsOf(table({ A: first, B: second, Cash: rest }));
    assert.deepEqual([doubt.code, doubt.severity, doubt.evidence.total], ["constant_total", "wrong", total]);
  }
});

Deno.test("prices that are 1 + return are doubted, and prices that wander near 1 are not", () => {
  const gross = { A: returnsOf(1).map((change) => 1 + change), B: returnsOf(2).map((change) => 1 + change) };
  assert.deepEqual(codesOf(table(gross)), ["gross_returns_as_prices"]);
  const wandering = (seed: number): number[] => pricesOf(seed).map((price) => price / (50 * (seed + 1)));
  for (let seed = 1; seed < 60; seed += 2) {
    assert.deepEqual(codesOf(table({ A: wandering(seed), B: wandering(seed + 1) })), [], String(seed));
  }
});

Deno.test("calm funds of which two cost 100 together are no weights, although the sum hardly moves", () => {
  const calm = (level: number) =>
    Array.from({ length: ROWS }, (_, i) => Number((level * (1 + 0.00002 * i)).toFixed(4)));
  assert.deepEqual(codesOf(table({ A: calm(49.9), B: calm(50.05) })).filter((code) => code === "constant_total"), []);
});

Deno.test("a total is found although rows lack values or one of the first rows is wrong, and not after it ends", () => {
  const a = pricesOf(1), b = pricesOf(2), total = a.map((one, i) => one + b[i]);
  const told = (column: readonly number[]) => codesOf(table({ A: a, B: b, T: column })).includes("sum_of_others");
  assert.ok(told(total.map((one, i) => i % 7 === 3 ? NaN : one)));
  assert.ok(told(total.map((one, i) => i === 2 ? one + 1 : one)));
  assert.ok(!told(total.map((one, i) => i > 100 ? one * 1.01 : one)));
});
