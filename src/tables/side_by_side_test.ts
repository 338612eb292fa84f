import assert from "node:assert/strict";
import type { ReadTable } from "./finished_table.ts";
import { TableReader } from "./table_reader.ts";

function read(text: string): ReadTable {
  const reader = new TableReader({ kind: "prices", name: "FILE", limits: { assets: 100, rows: 100 } });
  reader.push(text);
  return reader.end();
}

/** Test helper. Returns each day of a table with its values by name, and asserts that it has no faults. */
function rowsOf(text: string): Record<string, Record<string, number>> {
  const { faults, days, names, values } = read(text);
  assert.deepEqual(faults, [], text);
  const valuesOn = (row: number): [string, number][] =>
    names.map((name, at) => [name, values.data[row * names.length + at] ?? NaN]);
  return Object.fromEntries(days.map((day, row) => [day, Object.fromEntries(valuesOn(row))]));
}

const OWN_DAYS = {
  "2024-01-01": { A: 1, B: NaN },
  "2024-01-02": { A: 2, B: 20 },
  "2024-01-03": { A: NaN, B: 30 },
  "2024-01-04": { A: NaN, B: 40 },
};
const ROWS = "2024-01-01,1,2024-01-02,20\n2024-01-02,2,2024-01-03,30\n,,2024-01-04,40\n";

Deno.test("assets side by side with columns of days are read by their own days and joined, which is told", () => {
  for (const header of ["Date,A,Date,B", "Date,A,Date.1,B", "A,Close,B,Close", "Date,A Close,Date,B Close"]) {
    assert.deepEqual(rowsOf(`${header}\n${ROWS}`), OWN_DAYS, header);
  }
  assert.match(
    read(`Date,A,Date,B\n${ROWS}`).doubts.map(({ detail }) => detail).join(),
    /^Read "Date" as the days of the prices beside it alone \(days of A, B\): the table has 2 columns of days, which/,
  );
});

Deno.test("names that stand above the days or the prices of each block are those of its assets", () => {
  for (const header of ["A,,B,\nDate,PX_LAST,Date,PX_LAST", ",A,,B\nDate,Close,Date,Close", "A,,B,"]) {
    assert.deepEqual(rowsOf(`${header}\n${ROWS}`), OWN_DAYS, header);
  }
  const rows = "2024-01-01,9,1,,2024-01-02,9,20\n2024-01-02,9,2,,2024-01-03,9,30\n,,,,2024-01-04,9,40\n";
  assert.deepEqual(rowsOf(`A,,,,B,,\nDate,Close,Adj Close,,Date,Close,Adj Close\n${rows}`), OWN_DAYS);
});

Deno.test("assets whose days begin late in the file, and figures beside them, are read and told", () => {
  const day = (k: number): string => new Date(Date.UTC(2024, 0, 1 + k)).toISOString().slice(0, 10);
  const rows = Array.from({ length: 90 }, (_, k) => `${day(k)},${k + 1},${k < 70 ? "," : `${day(k + 5)},${k}`}`);
  assert.deepEqual(rowsOf(`Date,A,Date,B\n${rows.join("\n")}`)["2024-03-16"], { A: 76, B: 70 });
  const text = "Date,A,Volume,Date,B,Volume\n2024-01-01,1,9,2024-01-02,20,9\n2024-01-02,2,9,2024-01-03,30,9\n";
  assert.deepEqual(rowsOf(text)["2024-01-02"], { A: 2, B: 20 });
  assert.match(read(text).doubts.map(({ detail }) => detail).join(), /^Left out 2 columns \(Volume\)/);
});

Deno.test("columns of days that are equal throughout are told with no more words", () => {
  const text = "Date,A,Date,B\n2024-01-01,1,2024-01-01,2\n2024-01-02,3,2024-01-02,4\n";
  assert.deepEqual(rowsOf(text), { "2024-01-01": { A: 1, B: 2 }, "2024-01-02": { A: 3, B: 4 } });
  assert.deepEqual(read(text).doubts, []);
});

Deno.test("prices without a name, without a day, or on days out of order are refused by name", () => {
  const refused = (text: string): string => read(text).faults.map(({ detail }) => detail).join();
  assert.match(refused(`Date,PX_LAST,Date,PX_LAST\n${ROWS}`), /^Cannot tell whose prices stand below "PX_LAST": /);
  assert.equal(
    refused(`Date,A,Date,B\n${ROWS},,,50\n`),
    'Cannot take "50" of "B": its column of days is blank there (line 5, column 4)',
  );
  assert.equal(
    refused(`Date,A,Date,B\n${ROWS},,2024-01-01,50\n`),
    "Cannot take date 2024-01-01 after 2024-01-04: dates must ascend (line 5)",
  );
  assert.match(
    refused("Date,A,Timestamp,B\n2024-01-01,1,2024-01-02,20\n2024-01-02,2,2024-01-03,30\n"),
    /^Cannot tell the days of the prices behind "Timestamp": "Date" and "Timestamp" hold different days; /,
  );
});

Deno.test("a further column of days beside that of the table is no second table", () => {
  assert.deepEqual(rowsOf("Date,Settled,A,B\n2024-01-01,2024-01-03,1,2\n".replace("Settled", "Value Date")), {
    "2024-01-01": { A: 1, B: 2 },
  });
});
