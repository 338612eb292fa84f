import assert from "node:assert/strict";
import { alignRun } from "../../src/computations/align_run.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { Doubt } from "../../src/domain/doubt.ts";
import { parseRequest } from "../../src/request/run_request.ts";

/** Working days of a year and a half. */
const DATES = Array.from({ length: 540 }, (_, i) => new Date(Date.UTC(2023, 0, 2 + i)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));

const isMonthEnd = (i: number): boolean => DATES[i].slice(0, 7) !== DATES[i + 1]?.slice(0, 7);
const pricesOf = (seed: number): readonly number[] => DATES.map((_, i) => 100 + i / 20 + 4 * Math.sin(seed * i * i));
const MONTHS = pricesOf(3).map((price, i) => isMonthEnd(i) ? price : null);

function doubtsOf(body: Readonly<Record<string, unknown>>): readonly Doubt[] {
  const data = alignRun(parseRequest({ methods: ["min_volatility"], ...body }), null)?.data;
  return (data?.doubts ?? []).filter(({ severity }) => severity === "wrong");
}

const prices = (series: Readonly<Record<string, unknown>>) => ({ prices: { dates: DATES, series } });
const DAILY = { A: pricesOf(1), B: pricesOf(2) };

Deno.test("a run of a monthly asset among daily ones has the doubt in its data, and of monthly returns has none", () => {
  const sparse = prices({ ...DAILY, MONTHS });
  assert.deepEqual(doubtsOf(sparse).map(({ code, assets }) => [code, assets]), [["sparse_series", ["MONTHS"]]]);
  assert.deepEqual(doubtsOf({ ...sparse, frequency: "monthly" }), []);
  assert.deepEqual(doubtsOf(prices(DAILY)), []);
});

Deno.test('with "doubts": "refuse" a monthly asset among daily ones is refused with the sentence of the doubt', () => {
  const sparse = prices({ ...DAILY, MONTHS }), [{ detail }] = doubtsOf(sparse);
  assert.throws(() => doubtsOf({ ...sparse, doubts: "refuse" }), (error) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual(error.faults, [{ pointer: "/prices", detail }]);
    return true;
  });
});

Deno.test("a benchmark with a price a month beside daily prices, or daily returns, is told as one", () => {
  const returns = Object.fromEntries(
    Object.entries(DAILY).map(([name, all]) => [name, all.slice(1).map((price, i) => price / all[i] - 1)]),
  );
  for (const own of [prices(DAILY), { returns: { dates: DATES.slice(1), series: returns } }]) {
    const [{ code, assets, evidence }, ...others] = doubtsOf({ ...own, benchmark: { prices: MONTHS } });
    assert.deepEqual([code, assets, evidence.meant, others], ["sparse_series", ["benchmark"], "monthly", []]);
    assert.deepEqual(doubtsOf({ ...own, benchmark: { prices: pricesOf(4) } }), []);
  }
});
