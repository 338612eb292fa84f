import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { FIRST_LINES, priceLayout, type PriceTable, readPriceTable } from "./price_table.ts";

async function tableOf(text: string, onlyOne = false): Promise<PriceTable> {
  const layout = priceLayout(text.split(/\r\n|\n|\r/), { symbol: "ONE", onlyOne });
  assert.ok(layout !== null, "There is no layout");
  return await readPriceTable(text, layout);
}

const day = fc.date({ min: new Date("2000-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const price = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const cell = fc.oneof({ weight: 4, arbitrary: price }, { weight: 1, arbitrary: fc.constant(null) });

Deno.test("a wide price table is read back bit for bit, with its rows in any order", async () => {
  const columns = fc.integer({ min: 1, max: 6 });
  const wide = columns.chain((count) =>
    fc.record({
      count: fc.constant(count),
      rows: fc.uniqueArray(fc.tuple(day, fc.array(cell, { minLength: count, maxLength: count })), {
        selector: ([date]) => date,
        maxLength: 20,
      }),
    })
  );
  await fc.assert(fc.asyncProperty(wide, fc.constantFrom("\n", "\r\n"), async ({ count, rows }, end) => {
    const header = ["date", ...Array.from({ length: count }, (_, j) => `S${j}`)].join(",");
    const text = [header, ...rows.map(([date, cells]) => [date, ...cells.map((value) => value ?? "")].join(","))].join(
      end,
    );
    const { dates, closes, symbols, faults } = await tableOf(text);
    const sorted = rows.filter(([, cells]) => cells.some((value) => value !== null)).sort(([a], [b]) => a < b ? -1 : 1);
    assert.deepEqual(dates, sorted.map(([date]) => date));
    assert.equal(symbols.length, count);
    assert.deepEqual([...closes.data], sorted.flatMap(([, cells]) => cells.map((value) => value ?? NaN)));
    assert.equal(faults.size, 0);
  }));
});

Deno.test("no text makes the reader of price tables throw, and every price that it finds is finite and above 0", async () => {
  const line = fc.array(fc.oneof(fc.string(), day, fc.double().map(String)), { maxLength: 5 }).map((cells) =>
    cells.join(",")
  );
  await fc.assert(fc.asyncProperty(fc.array(line), async (lines) => {
    const { closes, dates } = await tableOf(["Date,A,B", ...lines].join("\n"));
    assert.ok([...closes.data].every((value) => Number.isNaN(value) || (value > 0 && Number.isFinite(value))));
    assert.deepEqual([...dates], [...new Set(dates)].sort());
  }));
});

Deno.test("closes and adjusted closes of a file of one asset are found wherever their columns are", async () => {
  const text = "Date,Open,Close,Adj Close,Volume\n2024-01-02,1,10,9.5,7\n2024-01-03,1,11,10.5,7\n";
  const { symbols, closes, adjustedCloses } = await tableOf(text);
  assert.deepEqual(symbols, ["ONE"]);
  assert.deepEqual([...closes.data], [10, 11]);
  assert.deepEqual([...adjustedCloses.data], [9.5, 10.5]);
});

Deno.test("closes in a file without adjusted closes count as adjusted", async () => {
  const { closes, adjustedCloses } = await tableOf("DATE,CLOSE\n2024-01-02,10\n");
  assert.deepEqual([[...closes.data], [...adjustedCloses.data]], [[10], [10]]);
});

Deno.test("the three header lines of yfinance and a last line with only a volume are not rows", async () => {
  const text = "Price,Close,High,Volume\nTicker,ONE.NS,ONE.NS,ONE.NS\nDate,,,\n2024-01-02,10,12,5\n2024-01-03,,,9\n";
  const { dates, closes, faults } = await tableOf(text);
  assert.deepEqual([dates, [...closes.data], faults.size], [["2024-01-02"], [10], 0]);
});

Deno.test("a single series is the column Close or nav, or the only column beside the dates", async () => {
  for (const header of ["Date,Close,Adj Close", "date,nav", "Date,^LEVEL"]) {
    const { symbols, closes } = await tableOf(`${header}\n2024-01-02,10,9\n`, true);
    assert.deepEqual([symbols, [...closes.data]], [["ONE"], [10]], header);
  }
});

Deno.test("a file without dates, or with several series where one is expected, has no known layout", () => {
  const layout = (header: string, onlyOne: boolean): unknown => priceLayout([header], { symbol: "ONE", onlyOne });
  assert.equal(layout("Symbol,Close", false), null);
  assert.equal(layout("Date,A,B", true), null);
});

Deno.test("a cell with a word, zero, a negative or an infinite price is missing and reported with its day", async () => {
  const text = "Date,A,B\n2024-01-02,1,null\n2024-01-03,0,2\n2024-01-04,-3,Infinity\n2024-01-05,4,\n";
  const { closes, faults } = await tableOf(text);
  assert.deepEqual([...closes.data], [1, NaN, NaN, 2, 4, NaN]);
  assert.deepEqual(faults.get("A")?.map(({ date }) => date), ["2024-01-03", "2024-01-04"]);
  assert.deepEqual(faults.get("B")?.map(({ date, reason }) => [date, reason]), [
    ["2024-01-02", "unreadable"],
    ["2024-01-04", "unreadable"],
  ]);
});

Deno.test("a row whose date is not a day is omitted and reported with its text", async () => {
  const { dates, faults } = await tableOf("Date,A\n2024-01-02,1\nTotal,9\n2024-02-30,2\n");
  assert.deepEqual(dates, ["2024-01-02"]);
  assert.deepEqual(faults.get("A"), [
    { date: "Total", reason: "unreadable_day" },
    { date: "2024-02-30", reason: "unreadable_day" },
  ]);
});

Deno.test("of two rows of a day the later price counts, which is reported, and a blank one changes nothing", async () => {
  const { closes, faults } = await tableOf("Date,A,B\n2024-01-02,1,5\n2024-01-02,2,\n");
  assert.deepEqual([...closes.data], [2, 5]);
  assert.deepEqual(faults.get("A"), [{ date: "2024-01-02", reason: "repeated" }]);
  assert.equal(faults.get("B"), undefined);
});

Deno.test("prices in quotes may have commas between thousands", async () => {
  const { closes } = await tableOf('Date,A\n2024-01-02," 1,234.50 "\n');
  assert.deepEqual([...closes.data], [1234.5]);
});

Deno.test("a row shorter than the header has no prices in its last columns", async () => {
  const { closes } = await tableOf("Date,A,B\n2024-01-02,1\n");
  assert.deepEqual([...closes.data], [1, NaN]);
});

Deno.test("any spelling of an adjusted close counts before the raw close, and fields of a share are no shares", async () => {
  for (const heading of ["Adj Close", "Adjusted Close", "adj_close", "AdjClose", "Adj. Close"]) {
    const { symbols, adjustedCloses, closes } = await tableOf(
      `Symbol,Series,Date,Prev Close,Open,Close,${heading},No. of Trades\nX,EQ,2024-01-02,9,9,50,10,7\n`,
    );
    assert.deepEqual([symbols, [...adjustedCloses.data], [...closes.data]], [["ONE"], [10], [50]], heading);
  }
  const { symbols } = await tableOf("Date,EXA,EXB,Volume,Total\n2024-01-02,1,2,700,3\n");
  assert.deepEqual(symbols, ["EXA", "EXB"]);
});

Deno.test("an unnamed column of row numbers before the days is no column of days", async () => {
  const { dates, closes } = await tableOf(",DATE,CLOSE\n0,2024-01-01,10\n1,2024-01-02,11\n");
  assert.deepEqual([dates, [...closes.data]], [["2024-01-01", "2024-01-02"], [10, 11]]);
});

Deno.test("days and numbers are read by the whole column, which is told for the file or the symbol", async () => {
  const text = "Date;EXA;EXB\n13/01/2024;1.010,5;2\n05/01/2024;1.011;3\nTotal;2.021,5;5\n";
  const { dates, closes, readings, faults } = await tableOf(text);
  assert.deepEqual([dates, [...closes.data]], [["2024-01-05", "2024-01-13"], [1011, 3, 1010.5, 2]]);
  assert.deepEqual(readings.map(({ symbol, reading: { from, to } }) => [symbol, from, to]), [
    [null, "13/01/2024", "2024-01-13"],
    ["EXA", "1.010,5", "1010.5"],
  ]);
  assert.deepEqual(faults.get("EXB"), [{ date: "Total", reason: "unreadable_day" }]);
});

Deno.test("a file of one symbol with a column of its name is read, and one of several symbols by row has no layout", async () => {
  const rows = "X,2024-01-01,1\nX,2024-01-02,2\n";
  assert.deepEqual([...(await tableOf(`Symbol,Date,Close\n${rows}`)).closes.data], [1, 2]);
  assert.equal(
    priceLayout(`Symbol,Date,Close\n${rows}Y,2024-01-02,2`.split("\n"), { symbol: "A", onlyOne: false }),
    null,
  );
});

Deno.test("headings of fields are never symbols, and those with a symbol in them give the symbol", async () => {
  const rows = "2024-01-02,10,9,20,9\n2024-01-03,11,9,21,9\n";
  for (
    const header of [
      "Date,Close_A,High_A,Close_B,High_B",
      "Date,A Close,A Volume,B Close,B Volume",
      "Date,A,A Volume,B,B Volume",
    ]
  ) {
    const { symbols, closes } = await tableOf(`${header}\n${rows}`);
    assert.deepEqual([symbols, [...closes.data]], [["A", "B"], [10, 20, 11, 21]], header);
  }
  assert.deepEqual((await tableOf("Date,A,High,Low,B\n2024-01-02,10,9,8,20\n")).symbols, ["A", "B"]);
  const one = await tableOf("Date,Close_A,High_A\n2024-01-02,10,9\n");
  assert.deepEqual([one.symbols, [...one.closes.data]], [["ONE"], [10]]);
});

Deno.test("the daily file of India's exchanges gives no symbols of its headings", () => {
  const row = "2024-01-02,2024-01-02,INE0,A,EQ,9,10\n2024-01-02,2024-01-02,INE1,B,EQ,9,10";
  const lines = `TradDt,BizDt,ISIN,TckrSymb,SctySrs,OpnPric,ClsPric\n${row}`.split("\n");
  assert.equal(priceLayout(lines, { symbol: "ONE", onlyOne: false }), null);
});

Deno.test("symbols side by side are read by their own days", async () => {
  const { symbols, dates, closes } = await tableOf("Date,A,Date,B\n2024-01-02,10,2024-01-03,20\n2024-01-03,11,,\n");
  assert.deepEqual([symbols, dates, [...closes.data]], [["A", "B"], ["2024-01-02", "2024-01-03"], [10, NaN, 11, 20]]);
});

Deno.test("a file of rows of several symbols is refused where its first lines show one alone", async () => {
  const rows = Array.from({ length: 20 }, (_, k) => `A,2024-01-${String(k + 1).padStart(2, "0")},10`);
  const lines = ["Symbol,Date,Close", ...rows, "B,2024-01-01,20"];
  const layout = priceLayout(lines.slice(0, FIRST_LINES), { symbol: "ONE", onlyOne: false });
  assert.ok(layout !== null);
  await assert.rejects(readPriceTable(lines.join("\n"), layout), {
    name: "UnreadableTable",
    message: 'it has rows of "A" and of "B"; a file for each symbol is needed',
  });
});
