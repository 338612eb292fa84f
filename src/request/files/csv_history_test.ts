import assert from "node:assert/strict";
import { type CsvHistory, type CsvOptions, readCsvHistory } from "./csv_history.ts";

async function* piecesOf(text: string, size = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function read(text: string, options: Partial<CsvOptions> = {}): Promise<CsvHistory> {
  return readCsvHistory(piecesOf(text), { kind: "prices", signal: new AbortController().signal, ...options });
}

Deno.test("a CSV of dates and one column for each asset is read as a table, with NaN for blank cells", async () => {
  const { table, faults } = await read('\ufeffdate, A ,"B, b"\r\n2024-01-01,1,\r\n\r\n2024-01-02, 2.5e0 ,3\r\n');
  assert.deepEqual(faults, []);
  assert.deepEqual(table.dates, ["2024-01-01", "2024-01-02"]);
  assert.deepEqual(table.assets, ["A", "B, b"]);
  assert.deepEqual(table.values, { rows: 2, columns: 2, data: Float64Array.of(1, NaN, 2.5, 3) });
});

Deno.test("CSV dates with a time of midnight are read as plain dates", async () => {
  const { table } = await read("date,A\n2024-01-01 00:00:00,1\n2024-01-02T00:00,1\n");
  assert.deepEqual(table.dates, ["2024-01-01", "2024-01-02"]);
});

Deno.test("only the requested columns of a CSV are read, and the benchmark column is not an asset", async () => {
  const { table, benchmark } = await read("date,A,I,B\n2024-01-01,1,9,x\n2024-01-02,2,,3\n", {
    assets: ["A"],
    benchmark: "I",
  });
  assert.deepEqual(table.assets, ["A"]);
  assert.deepEqual(benchmark, Float64Array.of(9, NaN));
  const all = await read("date,A,I\n2024-01-01,1,9\n", { benchmark: "I" });
  assert.deepEqual(all.table.assets, ["A"]);
});

Deno.test("a fault of a CSV cell names its pointer, line and column", async () => {
  const { faults } = await read("date,A,B\n2024-01-01,1,2\n\n2024-01-02,x,2\n");
  assert.deepEqual(faults, [{
    pointer: "/prices/series/A/1",
    detail: 'Cannot read "x" of "A": a number or a blank is needed (line 4, column 2)',
  }]);
});

Deno.test("a CSV cell must be a decimal number: hexadecimal, underscores, infinity and formulas are refused", async () => {
  for (const cell of ["0x10", "1_000", "inf", "-Infinity", "1e", "--1", "=1+1", "2024-01-01"]) {
    const { faults } = await read(`date,A\n2024-01-01,${cell}\n`);
    assert.equal(faults.length, 1, cell);
  }
});

Deno.test("reading of an endless CSV stops soon after the limit of rows", async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<string> {
    yield "date,A\n";
    for (;; given++) yield "2024-01-01,1\n".repeat(1_000);
  }
  const { faults } = await readCsvHistory(endless(), { kind: "prices", signal: new AbortController().signal });
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/prices/dates"]);
  // The limit of 10,000 rows is reached after 10 pieces, and the streams read only a limited number of pieces ahead.
  assert(given < 100);
});

Deno.test("a CSV line with more or fewer cells than the header is a fault of its row", async () => {
  const { faults } = await read("date,A,B\n2024-01-01,1\n2024-01-02,1,2,3\n");
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/prices/dates/0", "/prices/dates/1"]);
});

/** Texts for a test that are not valid CSV, each with a pattern of the expected line and reason. */
const NO_CSV: readonly (readonly [text: string, detail: RegExp])[] = [
  ['date,A"x,B\n2024-01-01,1,2\n', /line 1: a quote stands in the middle of a cell/],
  ['date,A\n2024-01-01,1\n2024-01-02,"1"x\n', /line 3: a cell goes on after its closing quote/],
  ['date,A\n2024-01-01,"1\n', /a quote is never closed/],
  [`date,A\n2024-01-01,${"1".repeat(1_100_000)}\n`, /line 2: a line is longer than 1 MiB/],
];

for (const [text, detail] of NO_CSV) {
  Deno.test(`a text that is not valid CSV gives a single fault: ${detail.source}`, async () => {
    const { faults } = await read(text);
    assert.deepEqual(faults.map(({ pointer }) => pointer), ["/prices"]);
    assert.match(faults[0].detail, detail);
  });
}

Deno.test("a CSV with a separator other than a comma is read, also where columns are requested", async () => {
  for (const text of ["date;A;B\n2024-01-01;1;2\n", "date\tA\tB\n2024-01-01\t1\t2\n", "date|A|B\n2024-01-01|1|2\n"]) {
    const { table, benchmark, faults } = await read(text, { assets: ["A"], benchmark: "B" });
    assert.deepEqual([faults, table.assets, benchmark], [[], ["A"], Float64Array.of(2)]);
    assert.deepEqual(table.values, { rows: 1, columns: 1, data: Float64Array.of(1) });
  }
});

Deno.test("a CSV without a header is refused, but numbers are accepted as names of columns", async () => {
  for (const text of ["2024-01-01,1,2\n2024-01-02,1,2\n", "2024-01-01 00:00:00,1.5,2e3\n2024-01-02,1,2\n"]) {
    const { faults } = await read(text);
    assert.deepEqual(faults.map(({ pointer }) => pointer), ["/prices"]);
    assert.match(faults[0].detail, /Cannot find a header.*\(line 1\)/);
  }
  assert.deepEqual((await read("date,2330,500325\n2024-01-01,1,2\n")).table.assets, ["2330", "500325"]);
});

Deno.test("an abort signal ends the reading of a CSV", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(read("date,A\n2024-01-01,1\n", { signal }), /enough/);
});

Deno.test("the source of a refused CSV has been closed when the fault is returned", async () => {
  let open = 0;
  async function* closing(text: string): AsyncGenerator<string> {
    open++;
    try {
      yield* piecesOf(text);
    } finally {
      await new Promise((resolve) => setTimeout(resolve));
      open--;
    }
  }
  for (const [text] of NO_CSV) {
    const { faults } = await readCsvHistory(closing(text), { kind: "prices", signal: new AbortController().signal });
    assert.deepEqual([faults.length, open], [1, 0]);
  }
});
