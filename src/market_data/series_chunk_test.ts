import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import type { SourceHistory } from "./series_history.ts";
import { byYear, decodeChunk, encodeChunk, joined } from "./series_chunk.ts";

const price = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const day = fc.integer({ min: -10_000, max: 40_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));

/** Generator of random price histories over several years, with corporate actions and omitted rows, for tests. */
const history: fc.Arbitrary<SourceHistory> = fc.tuple(
  fc.uniqueArray(day, { maxLength: 40 }),
  fc.array(price, { minLength: 80, maxLength: 80 }),
  fc.array(fc.tuple(day, fc.constantFrom("split" as const, "dividend" as const), price), { maxLength: 4 }),
  fc.array(fc.tuple(day, fc.constantFrom("unreadable" as const, "repeated" as const)), { maxLength: 4 }),
).map(([days, prices, actions, omitted]) => ({
  dates: days.toSorted(),
  closes: Float64Array.from(prices.slice(0, days.length)),
  adjustedCloses: Float64Array.from(prices.slice(40, 40 + days.length)),
  actions: actions.map(([date, kind, amount]) => ({ date, kind, amount })).sort((a, b) => a.date < b.date ? -1 : 1),
  omitted: omitted.map(([date, reason]) => ({ date, reason })).sort((a, b) => a.date < b.date ? -1 : 1),
}));

Deno.test("a price history that is encoded by year is decoded unchanged", () => {
  fc.assert(fc.property(history, (given) => {
    const years = [...byYear(given).values()].map((year) => decodeChunk(encodeChunk(year)));
    const back = joined(years.filter((year) => year !== null));
    assert.deepEqual(back.dates, given.dates);
    assert.deepEqual([...back.closes, ...back.adjustedCloses], [...given.closes, ...given.adjustedCloses]);
    assert.deepEqual(back.actions.length, given.actions.length);
    assert.deepEqual(back.omitted.length, given.omitted.length);
  }));
});

Deno.test("a chunk of a price history that is cut off, empty or of another version is not decoded", () => {
  const chunk = encodeChunk({
    dates: ["2024-01-01"],
    closes: Float64Array.of(1),
    adjustedCloses: Float64Array.of(1),
    actions: [],
    omitted: [],
  });
  assert.notEqual(decodeChunk(chunk), null);
  assert.equal(decodeChunk(chunk.slice(0, -1)), null);
  assert.equal(decodeChunk(new Uint8Array()), null);
  chunk[0] = 2;
  assert.equal(decodeChunk(chunk), null);
});
