import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { readHolidays, RepeatCount, type Repeats, repeatsOf } from "./holidays.ts";
import type { PriceTable } from "./price_table.ts";

const DATES = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];

/**
 * Test helper. Returns a price table of `names` symbols, of which the first `repeating` ones repeat their price on the
 * third day.
 */
function table(names: number, repeating: number): PriceTable {
  const closes = matrix(DATES.length, names);
  DATES.forEach((_, t) => {
    for (let j = 0; j < names; j++) closes.data[t * names + j] = 100 + j + (t === 2 && j < repeating ? 1 : t);
  });
  const symbols = Array.from({ length: names }, (_, j) => `S${j}`);
  return { dates: DATES, symbols, closes, adjustedCloses: closes, faults: new Map(), readings: [] };
}

function repeatedDays(tables: readonly Repeats[]): ReadonlySet<string> {
  const count = new RepeatCount();
  for (const repeats of tables) count.add(repeats);
  return count.days();
}

Deno.test("a calendar's holidays are the days in its column date, wherever that is, or else in its first column", () => {
  assert.deepEqual([...readHolidays("date,name\n2024-01-26,Republic Day\n\n2024-08-15,x\n")], [
    "2024-01-26",
    "2024-08-15",
  ]);
  assert.deepEqual([...readHolidays("\uFEFFName,Date\r\nA,26-Jan-2024\r\n")], ["2024-01-26"]);
  assert.deepEqual([...readHolidays("2024-01-26\n2024-08-15")], ["2024-01-26", "2024-08-15"]);
  assert.equal(readHolidays("date\n").size, 0);
});

Deno.test("a day on which 90 % of the assets repeat their price is a holiday, and one with fewer is not", () => {
  assert.deepEqual([...repeatedDays([repeatsOf(table(20, 18))])], ["2024-01-03"]);
  assert.deepEqual([...repeatedDays([repeatsOf(table(20, 17))])], []);
});

Deno.test("assets of all price tables are counted together for a holiday", () => {
  const one = repeatsOf(table(1, 1));
  assert.deepEqual([...repeatedDays(Array(9).fill(one))], ["2024-01-03"]);
  assert.deepEqual([...repeatedDays([...Array(8).fill(one), repeatsOf(table(1, 0))])], []);
});

Deno.test("two assets that repeat their price are too few for a holiday", () => {
  assert.deepEqual([...repeatedDays([repeatsOf(table(2, 2))])], []);
});

Deno.test("a price is compared with the asset's last price, across days without a price", () => {
  const gappy = table(3, 0);
  for (let j = 0; j < 3; j++) {
    gappy.closes.data[3 + j] = NaN;
    gappy.closes.data[6 + j] = gappy.closes.data[j];
  }
  assert.deepEqual([...repeatedDays([repeatsOf(gappy)])], ["2024-01-03"]);
});
