import assert from "node:assert/strict";
import { randomNumbers } from "../../tests/support/sample_problem.ts";
import { layoutOf } from "./layout_of.ts";

/** Test helper. Returns the layout of a table whose lines have cells between commas. */
function layout(text: string): ReturnType<typeof layoutOf> {
  const records = text.split("\n").map((line, at) => ({ cells: line.split(","), line: at + 1 }));
  return layoutOf(records, { name: "file" });
}

const ROWS = "2024-01-02,185.64,370.87\n2024-01-03,184.25,370.6";

Deno.test("the names of assets are found above their fields although notes stand between them", () => {
  const found = layout(`Security,AAPL,MSFT\nStart,2024-01-02,\nCurrency,USD,\nDate,PX_LAST,PX_LAST\n${ROWS}`);
  assert.ok("columns" in found);
  assert.deepEqual(found.columns.map(({ name, at }) => [name, at]), [["AAPL", 1], ["MSFT", 2]]);
  assert.equal(found.form, "levels");
});

Deno.test("two columns of prices below one name are refused", () => {
  const found = layout(`Security,AAPL,\nDate,PX_LAST,PX_LAST\n${ROWS}`);
  assert.ok("problem" in found);
  assert.match(
    found.problem,
    /^Cannot tell which column holds the prices of an asset: an asset has a field twice below /,
  );
});

Deno.test("a close and a volume below each of two merged names are the closes of two assets", () => {
  const rows = "2024-01-02,185.64,10,370.87,20\n2024-01-03,184.25,11,370.6,21";
  const found = layout(`Ticker,AAPL,,MSFT,\nDate,Close,Volume,Close,Volume\n${rows}`);
  assert.ok("columns" in found);
  assert.deepEqual(found.columns.map(({ name, at }) => [name, at]), [["AAPL", 1], ["MSFT", 3]]);
});

/** Test helper. Returns rows of an opening, highest, lowest and closing price around a level that wanders. */
function fieldRows(count: number): string {
  return Array.from({ length: count }, (_, t) => {
    const open = 100 + 5 * Math.sin(t), close = open + 2 * Math.cos(2 * t);
    const figures = [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close];
    return `2024-01-${String(t + 1).padStart(2, "0")},${figures.map((one) => one.toFixed(2)).join(",")},1000`;
  }).join("\n");
}

Deno.test("the open, high, low and close of one asset under headings in another language are refused by their values", () => {
  const found = layout(`Datum,Erster,Hoch,Tief,Schlusskurs,Volumen\n${fieldRows(12)}`);
  assert.ok("problem" in found);
  assert.match(
    found.problem,
    /^Cannot take "Erster", "Hoch", "Tief", "Schlusskurs" as assets: by their values they are /,
  );
});

Deno.test("four assets whose prices are far apart, or whose order changes, are assets", () => {
  const apart = Array.from({ length: 12 }, (_, t) => `2024-01-${t + 10},${10 + t},${30 + t},${20 + t},${40 - t}`);
  const changing = Array.from(
    { length: 12 },
    (_, t) => `2024-01-${t + 10},${100 + t},${111 - t},${105},${104 + t % 3}`,
  );
  for (const rows of [apart, changing]) {
    const found = layout(`Date,A,B,C,D\n${rows.join("\n")}`);
    assert.ok("columns" in found && found.columns.length === 4);
  }
});

/** Test helper. Returns a table of prices near 110 that wander with the market, and a little on their own. */
function nearFunds(funds: number, rows: number): string {
  const draw = randomNumbers(7), prices = Array.from({ length: funds }, () => 100 + 20 * draw());
  const lines = Array.from({ length: rows }, (_, t) => {
    const market = draw() - 0.5;
    const cells = prices.map((price, k) => (prices[k] = price * (1 + 0.003 * (market + draw() - 0.5))).toFixed(4));
    return `${new Date(86_400_000 * (19_000 + t)).toISOString().slice(0, 10)},${cells.join(",")}`;
  });
  return `Date,${prices.map((_, k) => `Fund ${k}`).join(",")}\n${lines.join("\n")}`;
}

Deno.test("funds whose prices are near and keep their order are assets, however many there are", () => {
  for (const [funds, rows] of [[12, 64], [30, 30], [30, 64], [300, 12], [300, 64], [2_000, 64]] as const) {
    const found = layout(nearFunds(funds, rows));
    assert.ok("columns" in found, JSON.stringify(found));
    assert.equal(found.columns.length, funds);
  }
});

Deno.test("the columns of Nasdaq's file are one asset by its close", () => {
  const found = layout("Date,Close/Last,Volume,Open,High,Low\n01/31/2024,$184.40,55467800,$187.04,$187.10,$184.35");
  assert.ok("columns" in found);
  assert.deepEqual([found.form, found.columns.map(({ at }) => at)], ["one", [1]]);
});

Deno.test("assets named DT and TIME are kept where their columns hold prices and another one the days", () => {
  const rows = "2024-01-02,45.12,3,185.64\n2024-01-03,44.9,4.5,184.25\n2024-01-04,45.8,4,186.1";
  const found = layout(`Date,DT,TIME,AAPL\n${rows}`);
  assert.ok("columns" in found);
  assert.deepEqual(found.columns.map(({ name }) => name), ["DT", "TIME", "AAPL"]);
  assert.deepEqual(found.leftOut, { index: [], fields: [], days: [] });
  const between = layout(`Date,AAPL,DT,MSFT\n${rows.replaceAll(",3,", ",3.5,")}`);
  assert.ok("columns" in between && between.columns.length === 3);
});

Deno.test("columns of times, of further days, of their numbers and of hours are left out as days", () => {
  for (
    const cells of [
      ["09:15:00", "09:16:00", "09:15:30"],
      ["2024-01-02", "2024-01-03", "2024-01-04"],
      ["45293.5", "45294.5", "45295.5"],
      ["930", "931", "929"],
      ["0.385", "0.386", "0.3855"],
    ]
  ) {
    const rows = cells.map((cell, i) => `2024-01-0${i + 2},${cell},${185.64 + i},${370.87 - i}`);
    const found = layout(`Date,TIME,AAPL,MSFT\n${rows.join("\n")}`);
    assert.ok("columns" in found);
    assert.deepEqual(found.columns.map(({ name }) => name), ["AAPL", "MSFT"], cells[0]);
    assert.deepEqual(found.leftOut, { index: [], fields: [], days: ["TIME"] });
  }
});

/** Test helper. Returns the names and columns of the assets of a table, and what is left out of it. */
function assetsOf(text: string): unknown {
  const found = layout(text);
  return "problem" in found ? found.problem : [found.columns.map(({ name }) => name), found.leftOut.fields];
}

Deno.test("facts above a table, such as its period, are no name of its asset", () => {
  const text = `Security,AAPL\nStart Date,2024-01-02\nPeriod,D\nCurrency,USD\nDate,PX_LAST\n${
    ROWS.replace(/,[\d.]+$/gm, "")
  }`;
  assert.deepEqual(assetsOf(text), [["AAPL"], []]);
});

Deno.test("numbers before the headings of fields do not make assets of them", () => {
  const text = "date,1. open,2. high,3. low,4. close,5. volume\n2024-01-02,1,3,1,2,10\n2024-01-03,2,4,2,3,11";
  assert.deepEqual(assetsOf(text), [["file"], ["1. open", "2. high", "3. low", "5. volume"]]);
});

Deno.test("what is computed from a close, or sized by it, is no asset beside it", () => {
  const rows = "2024-01-02,185.64,370.87\n2024-01-03,184.25,370.6";
  for (const other of ["Return", "Log Ret", "SMA20", "rsi_14", "Market Cap", "AUM", "Net Assets", "Total Volume"]) {
    assert.deepEqual(assetsOf(`Date,Close,${other}\n${rows}`), [["file"], [other]], other);
  }
  assert.deepEqual(assetsOf(`Date,Return,Benchmark\n${rows}`), [["Return", "Benchmark"], []]);
});

Deno.test("closes of assets with indicators or figures of each are the closes of the assets", () => {
  const rows = "2024-01-02,1,40,2,60\n2024-01-03,1.1,41,2.1,61";
  for (
    const header of ["A Close,A RSI,B Close,B RSI", "A_Close,A_SMA50,B_Close,B_SMA50", "A,volume_A,B,volume_B"]
  ) {
    const [names] = [assetsOf(`Date,${header}\n${rows}`)].flat();
    assert.deepEqual(names, ["A", "B"], header);
  }
  assert.match(
    String(assetsOf(`Date,A Bid,A Ask,B Bid,B Ask\n${rows}`)),
    /^Cannot find a close among the fields "Bid"/,
  );
});

Deno.test("a table whose cells blanks alone divide is refused by that", () => {
  const problem =
    "Cannot find the columns of the table: blanks alone divide its cells; commas, semicolons, tabs or bars " +
    "are needed";
  assert.equal(assetsOf("Date        A      B\n2024-01-02  185.64  370.87\n2024-01-03  184.25  370.6"), problem);
});
