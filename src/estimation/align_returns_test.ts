import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { matrix } from "../domain/matrix.ts";
import type { PriceTable } from "./price_table.ts";
import { alignReturns } from "./align_returns.ts";
import type { AlignmentOptions } from "./alignment.ts";
import { returnsDigest } from "./returns_digest.ts";

const DAILY: AlignmentOptions = { kind: "prices", frequency: "daily", source: "test" };

/** Test helper. Returns consecutive days from 2024-01-01, a Monday, weekends included. */
function days(count: number): string[] {
  return Array.from({ length: count }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
}

/** Test helper. Returns a price table with one column for each asset; null marks a missing price. */
function table(series: Record<string, (number | null)[]>, dates?: string[]): PriceTable {
  const names = Object.keys(series);
  const rows = series[names[0]].length;
  const values = matrix(rows, names.length);
  names.forEach((name, j) => series[name].forEach((value, t) => values.data[t * names.length + j] = value ?? NaN));
  return { dates: dates ?? days(rows), assets: names.map(assetId), values };
}

function column(of: { returns: { rows: number; columns: number; data: Float64Array } }, j: number): number[] {
  return Array.from({ length: of.returns.rows }, (_, t) => of.returns.data[t * of.returns.columns + j]);
}

Deno.test("daily prices become the returns between neighbouring rows, dated by the later row", () => {
  const { aligned, report } = alignReturns(table({ A: [100, 110, 99], B: [50, 50, 75] }), DAILY);
  assert.deepEqual(aligned.dates, ["2024-01-02", "2024-01-03"]);
  assert.deepEqual(column(aligned, 0), [110 / 100 - 1, 99 / 110 - 1]);
  assert.deepEqual(column(aligned, 1), [0, 0.5]);
  assert.equal(aligned.benchmark, null);
  assert.deepEqual(report, {
    source: "test",
    start_date: "2024-01-01",
    end_date: "2024-01-03",
    frequency: "daily",
    observations: 2,
    assets: 2,
    dropped: [],
    filled: [],
    constant: [],
    periods_per_year: 252,
  });
});

Deno.test("start and end dates are inclusive, and may lie outside the rows", () => {
  const history = table({ A: [1, 2, 3, 4, 5] });
  const inclusive = alignReturns(history, { ...DAILY, startDate: "2024-01-02", endDate: "2024-01-04" });
  assert.deepEqual([inclusive.report.start_date, inclusive.report.end_date], ["2024-01-02", "2024-01-04"]);
  const around = alignReturns(history, { ...DAILY, startDate: "2020-01-01", endDate: "2030-01-01" });
  assert.equal(around.report.observations, 4);
});

Deno.test("weekly returns use the last row of each ISO week, across the turn of the year and in partial weeks", () => {
  const dates = ["2024-12-27", "2024-12-30", "2025-01-02", "2025-01-05", "2025-01-06"];
  const { aligned, report } = alignReturns(table({ A: [1, 2, 3, 4, 5] }, dates), { ...DAILY, frequency: "weekly" });
  assert.deepEqual(aligned.dates, ["2025-01-05", "2025-01-06"]);
  assert.deepEqual(column(aligned, 0), [3, 0.25]);
  assert.equal(report.start_date, "2024-12-27");
});

Deno.test("monthly returns use the last row of each calendar month, also in partial months", () => {
  const dates = ["2024-01-30", "2024-01-31", "2024-02-29", "2024-03-01"];
  const { aligned } = alignReturns(table({ A: [1, 2, 4, 5] }, dates), { ...DAILY, frequency: "monthly" });
  assert.deepEqual(aligned.dates, ["2024-02-29", "2024-03-01"]);
  assert.deepEqual(column(aligned, 0), [1, 0.25]);
});

Deno.test("a gap of five missing prices is filled and reported, and of a gap of six the last row is dropped", () => {
  const gap = [1, 2, null, null, null, null, null, 3];
  const { aligned, report } = alignReturns(table({ A: gap, B: [1, 2, 3, 4, 5, 6, 7, 8] }), DAILY);
  assert.deepEqual(column(aligned, 0), [1, 0, 0, 0, 0, 0, 0.5]);
  assert.deepEqual(report.filled, [{ asset: "A", days: 5, first: "2024-01-03", last: "2024-01-07" }]);
  assert.deepEqual(report.dropped, []);
  const wider = [1, 2, null, null, null, null, null, null, 3];
  const of = alignReturns(table({ A: wider, B: [1, 2, 3, 4, 5, 6, 7, 8, 9] }), DAILY);
  assert.deepEqual(column(of.aligned, 0), [1, 0, 0, 0, 0, 0, 0.5]);
  assert.deepEqual(of.report.filled, report.filled);
  assert.deepEqual(of.report.dropped, [
    { reason: "missing", assets: ["A"], days: 1, first: "2024-01-08", last: "2024-01-08" },
  ]);
});

Deno.test("of seven missing prices five are filled and two rows dropped with the asset's name, and the next return spans them", () => {
  const gap = [1, 2, null, null, null, null, null, null, null, 3];
  const whole = [1, 2, 3, 4, 5, 6, 7, 8, 9, 14];
  const { aligned, report } = alignReturns(table({ A: gap, B: whole }), DAILY);
  assert.deepEqual(column(aligned, 1).slice(-2), [7 / 6 - 1, 14 / 7 - 1]);
  assert.deepEqual(report.dropped, [
    { reason: "missing", assets: ["A"], days: 2, first: "2024-01-08", last: "2024-01-09" },
  ]);
  assert.equal(report.filled[0].days, 5);
  assert.equal(report.observations, 7);
});

Deno.test("the history starts at the latest first price, and the report names the asset", () => {
  const { aligned, report, histories } = alignReturns(table({ A: [1, 2, 3, 4], B: [null, null, 3, 6] }), DAILY);
  assert.deepEqual(aligned.dates, ["2024-01-04"]);
  assert.deepEqual(report.dropped, [
    { reason: "starts_later", assets: ["B"], days: 2, first: "2024-01-01", last: "2024-01-02" },
  ]);
  assert.deepEqual(histories[1], { asset: "B", first: "2024-01-03", last: "2024-01-04", days: 2 });
});

Deno.test("an asset that ends six rows early ends the history and is named, and one that ends five rows early is filled", () => {
  const long = Array.from({ length: 10 }, (_, t) => t + 1);
  const short = (known: number) => long.map((price) => price <= known ? price : null);
  const ended = alignReturns(table({ A: long, B: short(4) }), DAILY).report;
  assert.deepEqual(ended.dropped, [
    { reason: "ends_earlier", assets: ["B"], days: 6, first: "2024-01-05", last: "2024-01-10" },
  ]);
  assert.equal(ended.end_date, "2024-01-04");
  assert.deepEqual(ended.filled, []);
  const filled = alignReturns(table({ A: long, B: short(5) }), DAILY).report;
  assert.deepEqual(filled.filled, [{ asset: "B", days: 5, first: "2024-01-06", last: "2024-01-10" }]);
  assert.equal(filled.end_date, "2024-01-10");
});

Deno.test("a price missing on the first common row is filled from the row before", () => {
  const { aligned, report } = alignReturns(table({ A: [1, 2, null, 4], B: [null, null, 3, 6] }), DAILY);
  assert.deepEqual(column(aligned, 0), [1]);
  assert.deepEqual(report.filled, [{ asset: "A", days: 1, first: "2024-01-03", last: "2024-01-03" }]);
});

Deno.test("a day without any price is dropped and reported, and not filled", () => {
  const { aligned, report } = alignReturns(table({ A: [1, null, 2, null], B: [1, null, 4, null] }), DAILY);
  assert.deepEqual(column(aligned, 0), [1]);
  assert.deepEqual(report.filled, []);
  assert.deepEqual(report.dropped.map(({ reason, first, days }) => [reason, first, days]), [
    ["no_prices", "2024-01-02", 1],
    ["no_prices", "2024-01-04", 1],
  ]);
});

Deno.test("an asset whose price never changes is accepted and reported", () => {
  const { aligned, report } = alignReturns(table({ A: [7, 7, 7], B: [1, 2, 3] }), DAILY);
  assert.deepEqual(column(aligned, 0), [0, 0]);
  assert.deepEqual(report.constant, ["A"]);
});

Deno.test("an asset without a price between the dates is refused by its name", () => {
  refused(() => alignReturns(table({ A: [1, 2], B: [null, null] }), DAILY), /"B" has no prices between 2024-01-01/);
  const late = table({ A: [1, 2], B: [1, 2] });
  refused(() => alignReturns(late, { ...DAILY, startDate: "2025-01-01" }), /"A" has no prices between 2025-01-01/);
});

Deno.test("assets without a common date are refused with both names", () => {
  const early = [1, 2, ...new Array(8).fill(null)];
  const late = [...new Array(8).fill(null), 1, 2];
  refused(
    () => alignReturns(table({ A: early, B: late }), DAILY),
    /"A" ends on 2024-01-02 before "B" starts on 2024-01-09/,
  );
});

Deno.test("the benchmark is aligned and filled like an asset", () => {
  const benchmark = { prices: Float64Array.of(NaN, 10, NaN, 20) };
  const { aligned, report } = alignReturns(table({ A: [1, 2, 3, 6] }), { ...DAILY, benchmark });
  assert.deepEqual(aligned.dates, ["2024-01-03", "2024-01-04"]);
  assert.deepEqual([...aligned.benchmark ?? []], [0, 1]);
  assert.deepEqual(report.dropped[0].assets, ["benchmark"]);
  assert.deepEqual(report.filled[0].asset, "benchmark");
  assert.equal(report.assets, 1);
});

Deno.test("a benchmark of another length than the prices is refused", () => {
  const benchmark = { prices: Float64Array.of(1, 2) };
  assert.throws(() => alignReturns(table({ A: [1, 2, 3] }), { ...DAILY, benchmark }), RangeError);
});

Deno.test("daily returns stay as they are, bit for bit, the first included", () => {
  const tiny = [1e-12, -3.3e-13, 0.1];
  const { aligned, report } = alignReturns(table({ A: tiny }), { ...DAILY, kind: "returns" });
  assert.deepEqual(column(aligned, 0), tiny);
  assert.deepEqual([report.start_date, report.observations], ["2024-01-01", 3]);
});

Deno.test("weekly returns compound the daily ones", () => {
  const daily = [0.1, 0.1, -0.5, 1, 0.25, 0, 0, 0.5];
  const { aligned } = alignReturns(table({ A: daily }), { ...DAILY, kind: "returns", frequency: "weekly" });
  assert.deepEqual(aligned.dates, ["2024-01-07", "2024-01-08"]);
  assert.ok(Math.abs(column(aligned, 0)[0] - (1.1 * 1.1 * 0.5 * 2 * 1.25 - 1)) < 1e-15);
  assert.equal(column(aligned, 0)[1], 0.5);
});

Deno.test("monthly returns compound the daily ones", () => {
  const dates = ["2024-01-02", "2024-01-31", "2024-02-01", "2024-02-29", "2024-03-28"];
  const { aligned } = alignReturns(table({ A: [0.1, 0.1, -0.5, 1, 0.25] }, dates), {
    ...DAILY,
    kind: "returns",
    frequency: "monthly",
  });
  assert.deepEqual(aligned.dates, ["2024-01-31", "2024-02-29", "2024-03-28"]);
  [1.1 * 1.1 - 1, 0.5 * 2 - 1, 0.25].forEach((expected, i) =>
    assert.ok(Math.abs(column(aligned, 0)[i] - expected) < 1e-15)
  );
});

Deno.test("a missing daily return is filled with 0 up to five in a row and reported, and the sixth row is dropped", () => {
  const daily = { A: [0.1, null, 0.2], B: [0.1, 0.1, 0.1] };
  const { aligned, report } = alignReturns(table(daily), { ...DAILY, kind: "returns" });
  assert.deepEqual(column(aligned, 0), [0.1, 0, 0.2]);
  assert.equal(report.filled[0].days, 1);
  for (const [missing, droppedDays] of [[5, []], [6, [1]]] as const) {
    const A = [0.1, ...Array<null>(missing).fill(null), 0.2], B = A.map(() => 0.1);
    const of = alignReturns(table({ A, B }), { ...DAILY, kind: "returns" });
    assert.deepEqual(column(of.aligned, 0), [0.1, 0, 0, 0, 0, 0, 0.2]);
    assert.equal(of.report.filled[0].days, 5);
    assert.deepEqual(of.report.dropped.map(({ days }) => days), droppedDays);
  }
});

Deno.test("beside returns of assets the benchmark has prices with one more row in front, or returns of the same rows", () => {
  const benchmark = { prices: Float64Array.of(100, 110, 99) };
  const options: AlignmentOptions = { ...DAILY, kind: "returns", benchmark };
  const { aligned } = alignReturns(table({ A: [0.1, 0.2] }), options);
  assert.deepEqual([...aligned.benchmark ?? []], [110 / 100 - 1, 99 / 110 - 1]);
  const returns = { returns: Float64Array.of(0.3, 0.4) };
  assert.deepEqual([
    ...alignReturns(table({ A: [0.1, 0.2] }), { ...options, benchmark: returns }).aligned.benchmark ?? [],
  ], [
    0.3,
    0.4,
  ]);
});

Deno.test("prices and the returns made of them align to the same returns", () => {
  const somePrices = fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 10, maxLength: 80 });
  const frequency = fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const);
  fc.assert(fc.property(somePrices, frequency, (prices, every) => {
    // The test's first price is on a Sunday at the end of a month, so that the first week and the first month are
    // complete.
    const dates = prices.map((_, t) => new Date(Date.UTC(2024, 2, 31 + t)).toISOString().slice(0, 10));
    const returns = prices.slice(1).map((price, t) => price / prices[t] - 1);
    const ofPrices = alignReturns(table({ A: prices }, dates), { ...DAILY, frequency: every });
    const options: AlignmentOptions = { ...DAILY, kind: "returns", frequency: every };
    const ofReturns = alignReturns(table({ A: returns }, dates.slice(1)), options);
    assert.deepEqual(ofReturns.aligned.dates, ofPrices.aligned.dates);
    // The tolerance of the returns covers at most 31 roundings of numbers up to 2.
    column(ofPrices.aligned, 0).forEach((value, t) =>
      assert.ok(Math.abs(value - column(ofReturns.aligned, 0)[t]) < 1e-13)
    );
  }));
});

Deno.test("whatever prices are missing, every row is used, dropped or filled, and no return is NaN", () => {
  const cell = fc.option(fc.double({ min: 1, max: 2, noNaN: true }), { freq: 2 });
  const series = fc.array(fc.record({ A: cell, B: cell }), { minLength: 2, maxLength: 40 });
  fc.assert(fc.property(series, (rows) => {
    const history = table({ A: rows.map(({ A }) => A), B: rows.map(({ B }) => B) });
    try {
      const { aligned, report } = alignReturns(history, DAILY);
      assert.ok(aligned.returns.data.every(Number.isFinite));
      const dropped = report.dropped.reduce((sum, run) => sum + run.days, 0);
      assert.equal(dropped + report.observations + 1, rows.length);
    } catch (error) {
      assert.ok(error instanceof DomainError && error.code === "insufficient_history", String(error));
    }
  }));
});

Deno.test("the digest of returns is SHA-256 of names and dates as JSON and of the returns as little-endian float64", async () => {
  const { aligned } = alignReturns(table({ A: [100, 110, 99], B: [50, 50, 75] }), DAILY);
  const json = new TextEncoder().encode('{"assets":["A","B"],"dates":["2024-01-02","2024-01-03"]}');
  const bytes = new Uint8Array(json.length + 32);
  bytes.set(json);
  const view = new DataView(bytes.buffer, json.length);
  [110 / 100 - 1, 0, 99 / 110 - 1, 0.5].forEach((value, i) => view.setFloat64(8 * i, value, true));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(returnsDigest(aligned), `sha256:${hash}`);
});

function refused(run: () => unknown, message: RegExp): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof DomainError);
    assert.equal(error.code, "insufficient_history");
    assert.match(error.message, message);
    return true;
  });
}
