import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import type { ReadTable } from "./finished_table.ts";
import { type TableOptions, TableReader } from "./table_reader.ts";

const LIMITS = { assets: 2_000, rows: 10_000 };

function read(text: string, options: Partial<TableOptions> = {}): ReadTable {
  const reader = new TableReader({ kind: "prices", name: "FILE", limits: LIMITS, ...options });
  reader.push(text);
  return reader.end();
}

/** Test helper. Returns each day of a table with its values by name, and asserts that it has no faults. */
function rowsOf(text: string, options: Partial<TableOptions> = {}): Record<string, Record<string, number>> {
  const { faults, days, names, values } = read(text, options);
  assert.deepEqual(faults, [], text);
  return Object.fromEntries(days.map((day, row) => [
    day,
    Object.fromEntries(names.map((name, at) => [name, values.data[row * names.length + at]])),
  ]));
}

function doubtsOf(text: string): readonly string[] {
  return read(text).doubts.map(({ severity, detail }) => `${severity}: ${detail}`);
}

function faultsOf(text: string, options: Partial<TableOptions> = {}): readonly string[] {
  return read(text, options).faults.map(({ detail }) => detail);
}

const TWO_DAYS = { "2024-01-01": { A: 1, B: 2 }, "2024-01-02": { A: 3, B: 4 } };

Deno.test("three lines of headings of a price site are read, with the close of each ticker", () => {
  const text = "Price,Close,Close\nTicker,A,B\nDate,,\n2024-01-01,1,2\n2024-01-02,3,4\n";
  assert.deepEqual(rowsOf(text), TWO_DAYS);
});

Deno.test("of two levels of headings, in either order or merged, the adjusted close counts before the close", () => {
  const rows = "2024-01-01,9,1,7,9,2,7\n2024-01-02,9,3,7,9,4,7\n";
  const headers = [
    "Ticker,A,A,A,B,B,B\nDate,Close,Adj Close,Volume,Close,Adj Close,Volume\n",
    ",A,,,B,,\nDate,Close,Adjusted Close,Volume,Close,Adjusted Close,Volume\n",
    "Price,Close,Adj Close,Volume,Close,Adj Close,Volume\nTicker,A,A,A,B,B,B\nDate,,,,,,\n",
  ];
  for (const header of headers) assert.deepEqual(rowsOf(header + rows), TWO_DAYS, header);
});

Deno.test("an unnamed column of row numbers beside the days is left out, which is told", () => {
  const text = '"","date","A","B"\n"1","2024-01-01",1,2\n"2","2024-01-02",3,4\n';
  assert.deepEqual(rowsOf(text), TWO_DAYS);
  assert.match(doubtsOf(text).join(), /^note: Left out 1 column \(without a name\): row numbers/);
});

Deno.test("a file with Open to Volume is one asset by its close, or by its adjusted close in any spelling", () => {
  const raw = "Date,Open,High,Low,Close,Volume\n2024-01-01,5,6,4,1,1000\n2024-01-02,5,6,4,3,1000\n";
  assert.deepEqual(rowsOf(raw), { "2024-01-01": { FILE: 1 }, "2024-01-02": { FILE: 3 } });
  assert.match(doubtsOf(raw)[0], /^note: Took "Close" as the price of FILE: no heading says that it is adjusted/);
  for (const heading of ["Adj Close", "Adjusted Close", "adj_close", "AdjClose", "Close (adj.)", "Adj. Close*"]) {
    const text = `Date,Open,Close,${heading},Volume\n2024-01-01,5,9,1,7\n2024-01-02,5,9,3,7\n`;
    assert.deepEqual(rowsOf(text), { "2024-01-01": { FILE: 1 }, "2024-01-02": { FILE: 3 } }, heading);
    assert.equal(doubtsOf(text)[0], `note: Took "${heading}" as the price of FILE`);
  }
});

Deno.test("fields of a share without a close are refused, and tickers that are words are assets", () => {
  assert.deepEqual(faultsOf("Date,Open,High,Low\n2024-01-01,1,2,3\n"), [
    'Cannot find a close among "Open", "High", "Low" (line 1)',
  ]);
  assert.deepEqual(rowsOf("Date,LOW,OPEN,V,C\n2024-01-01,1,2,3,4\n"), {
    "2024-01-01": { LOW: 1, OPEN: 2, V: 3, C: 4 },
  });
});

Deno.test("portfolios that are called Low, High and Value are assets, and volumes and sums beside assets are none", () => {
  const row = "2024-01-01,1,2,3\n";
  assert.deepEqual(rowsOf(`Date,Low,Mid,High\n${row}`), { "2024-01-01": { Low: 1, Mid: 2, High: 3 } });
  assert.deepEqual(rowsOf(`Date,Value,Low,Growth\n${row}`), { "2024-01-01": { Value: 1, Low: 2, Growth: 3 } });
  assert.deepEqual(rowsOf(`Date,A,Volume,Total\n${row}`), { "2024-01-01": { A: 1 } });
});

Deno.test("a column of closes is no column of returns", () => {
  const text = "Date,Open,Close\n2024-01-01,1,2\n2024-01-02,1,2\n";
  assert.deepEqual(faultsOf(text, { kind: "returns" }), ['Cannot take "Close" for returns: it is a price (line 1)']);
});

Deno.test("a row for each day and asset is read as a table, in any order of rows, with NaN for absent ones", () => {
  const text = "Symbol,Date,Close,Volume\nB,2024-01-02,4,7\nA,2024-01-01,1,7\nA,2024-01-02,3,7\nB,2024-01-02,4,7\n";
  assert.deepEqual(rowsOf(text), { "2024-01-01": { B: NaN, A: 1 }, "2024-01-02": { B: 4, A: 3 } });
  assert.deepEqual(rowsOf(text, { wanted: ["A"] }), { "2024-01-01": { A: 1 }, "2024-01-02": { A: 3 } });
  assert.deepEqual(faultsOf(`${text}A,2024-01-02,5,7\n`), [
    'Cannot take "A" twice on one day: its rows differ (line 6)',
  ]);
});

Deno.test("rows that are sorted by a code are read by their codes, those of a name alone by the name", () => {
  const expected = { "2024-01-01": { 7: 1, 8: 3 }, "2024-01-02": { 7: 1, 8: 4 } };
  const rows = ["7,One,2024-01-01,1", "7,One,2024-01-02,1", "7,One,2024-01-03,2", "7,One,2024-01-04,2"];
  const text = `Code,Name,Date,NAV\n${rows.join("\n")}\n8,Two,2024-01-01,3\n8,Two,2024-01-02,4\n`;
  const read = rowsOf(text);
  assert.deepEqual([read["2024-01-01"], read["2024-01-02"]], Object.values(expected));
  const named =
    "date,open,close,volume,Name\n2024-01-01,9,1,5,A\n2024-01-02,9,3,5,A\n2024-01-01,9,2,5,B\n2024-01-02,9,4,5,B\n";
  assert.deepEqual(rowsOf(named), TWO_DAYS);
  assert.deepEqual(rowsOf("when,who,px\n2024-01-01,A,1\n2024-01-01,B,2\n2024-01-02,A,3\n2024-01-02,B,4\n"), TWO_DAYS);
});

Deno.test("the list of net asset values of India's funds is read by its codes, without its banners", () => {
  const header = "Scheme Code;Scheme Name;ISIN Div Payout/ISIN Growth;ISIN Div Reinvestment;Net Asset Value;" +
    "Repurchase Price;Sale Price;Date";
  const row = (code: number, day: string, value: number): string =>
    `${code};Fund ${code};INF0;;${value};;;${day}-Jan-2024`;
  const first = [row(1, "01", 1.5), row(1, "02", 2.5)], second = [row(2, "01", 3.5), row(2, "02", 4.5)];
  const text = [
    header,
    "",
    "Open Ended Schemes ( Equity )",
    " ",
    "A Fund House",
    ...first,
    "",
    "B Fund House",
    ...second,
  ];
  assert.deepEqual(rowsOf(text.join("\r\n")), { "2024-01-01": { 1: 1.5, 2: 3.5 }, "2024-01-02": { 1: 2.5, 2: 4.5 } });
});

Deno.test("the daily file of India's exchanges since 2024 is read by its tickers, bonds by their series too", () => {
  const header =
    "TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,OpnPric,ClsPric,PrvsClsgPric,TtlTradgVol";
  const row = (day: number, series: string, close: number): string =>
    `2024-01-0${day},2024-01-0${day},CM,NSE,STK,7,INE0,A,${series},9,${close},9,100`;
  const text = [header, row(1, "EQ", 1), row(1, "N2", 1000), row(2, "BE", 3), row(2, "N2", 1001)].join("\n");
  assert.deepEqual(rowsOf(text), { "2024-01-01": { A: 1, "A-N2": 1000 }, "2024-01-02": { A: 3, "A-N2": 1001 } });
  assert.match(
    doubtsOf(text).join(),
    /note: Read "A" as A-N2 \(rows\): its series N2 is no share, so that it is an asset/,
  );
});

Deno.test("lines of codes and currencies below the names of assets are no names and no prices", () => {
  const text = "Name,A,B\nCode,905113,905114\nCURRENCY,E,U$\n2024-01-01,1,2\n2024-01-02,3,4\n";
  assert.deepEqual(rowsOf(text), TWO_DAYS);
  assert.match(doubtsOf(text).join(), /note: Left out 2 notes, first "Code" in line 2/);
});

Deno.test("months of six digits with notes above and an annual table behind are read, which is told", () => {
  const text = "Made by a university\n\n,A,B\n202401,1,2\n202402,3,4\n\n Annual Factors\n,A,B\n  2024,9,9\n";
  assert.deepEqual(Object.values(rowsOf(text)), Object.values(TWO_DAYS));
  assert.deepEqual(Object.keys(rowsOf(text)), ["2024-01-31", "2024-02-29"]);
  assert.match(doubtsOf(text).join(), /Left out 1 annual row, first "2024" in line 9/);
});

Deno.test("a second table with other names in one file is refused", () => {
  assert.deepEqual(faultsOf("Date,A,B\n2024-01-01,1,2\n\nDate,C,D\n2024-01-02,3,4\n"), [
    "Cannot read a second table, whose header is in line 4, with the first one; keep one table",
  ]);
});

Deno.test("figures behind assets, indicators behind one asset and numbers of rows are left out, which is told", () => {
  assert.deepEqual(rowsOf("Date,A,A Volume,B,B % Chg\n2024-01-01,1,9,2,9\n2024-01-02,3,9,4,9\n"), TWO_DAYS);
  assert.deepEqual(rowsOf("Date,index,A,B\n2024-01-01,0,1,2\n2024-01-02,1,3,4\n"), TWO_DAYS);
  const compared = "time,close,NSE:B · close,RSI\n2024-01-01,1,2,55\n2024-01-02,3,4,56\n";
  assert.deepEqual(rowsOf(compared), {
    "2024-01-01": { FILE: 1, "NSE:B": 2 },
    "2024-01-02": { FILE: 3, "NSE:B": 4 },
  });
  const indicators = "RSI,Volume MA,Basis,Upper,Lower,Signal";
  const text =
    `time,open,high,low,close,${indicators}\n2024-01-01,1,1,1,1,9,9,9,9,9,9\n2024-01-02,3,3,3,3,9,9,9,9,9,9\n`;
  assert.deepEqual(rowsOf(text), { "2024-01-01": { FILE: 1 }, "2024-01-02": { FILE: 3 } });
  assert.match(doubtsOf(text).join(), /note: Left out 9 columns \(open, high, low and 6 more\)/);
});

Deno.test("headings that name an asset and a field are read as two levels, and names of both kinds as they are", () => {
  const rows = "2024-01-01,1,9,2,9\n2024-01-02,3,9,4,9\n";
  for (
    const header of [
      "Close_A,High_A,Close_B,High_B",
      "A.Adjusted,A.Close,B.Adjusted,B.Close",
      "\"('Adj Close', 'A')\",\"('Close', 'A')\",\"('Adj Close', 'B')\",\"('Close', 'B')\"",
    ]
  ) {
    assert.deepEqual(rowsOf(`Date,${header}\n${rows}`), TWO_DAYS, header);
  }
  assert.match(
    doubtsOf(`Date,A Close,A Volume,B Close,B Volume\n${rows}`).join(),
    /Took "Close" as the price of A, B.*Left out 2 columns \(Volume of A, Volume of B\)/,
  );
  assert.deepEqual(Object.keys(rowsOf("Date,S&P 500 Index,MSCI Value\n2024-01-01,1,2\n")["2024-01-01"] ?? {}), [
    "S&P 500 Index",
    "MSCI Value",
  ]);
});

Deno.test("notes, units, sums, repeated headers, blank columns and blank rows are left out and told once each", () => {
  const text = [
    "Prices of two funds",
    "Made on,2024-05-01",
    "",
    "Date,A,B,",
    ",INR,INR,",
    "2024-01-01,1,2,",
    "Date,A,B,",
    "2024-01-02,3,4,",
    ",,,",
    "Total,4,6,",
    "Source: an exchange, adjusted",
  ].join("\n");
  assert.deepEqual(rowsOf(text), TWO_DAYS);
  assert.deepEqual(doubtsOf(text).map((line) => line.slice(0, 60)), [
    "note: Left out 1 column (blank): neither a name nor a value ",
    'note: Left out 1 repeated header, first "Date" in line 7',
    'note: Left out 1 sum, first "Total" in line 10',
    'note: Left out 4 notes, first "Prices of two funds" in line ',
  ]);
});

Deno.test("rows with the newest day first are sorted, and a day that stands twice with equal values counts once", () => {
  const text = "Date,A,B\n2024-01-02,3,4\n2024-01-02,3,4\n2024-01-01,1,2\n";
  assert.deepEqual(rowsOf(text), TWO_DAYS);
  assert.deepEqual(doubtsOf(text), [
    'note: Read "2024-01-02" as the last day (rows): the newest day comes first in the file',
    'note: Left out 1 equal row, first "2024-01-02" in line 2',
  ]);
});

Deno.test("days out of order, and a day twice with different values, are refused with their lines", () => {
  assert.deepEqual(faultsOf("Date,A\n2024-01-02,1\n2024-01-01,2\n2024-01-03,2\n"), [
    "Cannot take date 2024-01-01 after 2024-01-02: dates must ascend (line 3)",
  ]);
  assert.deepEqual(faultsOf("Date,A\n2024-01-01,1\n2024-01-01,2\n"), [
    "Cannot take date 2024-01-01 twice: its rows of lines 2 and 3 differ (line 3)",
  ]);
});

Deno.test("thousands and decimals follow from all cells of a column, then from the other columns", () => {
  assert.deepEqual(rowsOf('Date,A,B\n2024-01-01,"1,010.5",2\n2024-01-02,"1,011",3\n'), {
    "2024-01-01": { A: 1010.5, B: 2 },
    "2024-01-02": { A: 1011, B: 3 },
  });
  assert.deepEqual(rowsOf("Datum;A;B\n2024-01-01;1.010;2,5\n2024-01-02;1.011;3,25\n"), {
    "2024-01-01": { A: 1010, B: 2.5 },
    "2024-01-02": { A: 1011, B: 3.25 },
  });
  assert.deepEqual(rowsOf('Date,A\n2024-01-01,"₹1,23,456.78"\n2024-01-02,"₹99,999"\n'), {
    "2024-01-01": { A: 123456.78 },
    "2024-01-02": { A: 99999 },
  });
});

Deno.test("numbers that can be thousands or decimals are refused, or read as usual in such a file and doubted", () => {
  assert.deepEqual(faultsOf("Date;A;B\n2024-01-01;1.234;1.301\n"), [
    'Cannot tell whether "1.234" of "A" is 1234 or 1.234: no number of the file decides it; ' +
    "write numbers without thousands set apart (line 2); 1 more columns like it",
  ]);
  const text = 'Date,A\n2024-01-01,"1,234"\n2024-01-02,"1,301"\n';
  assert.deepEqual(rowsOf(text), { "2024-01-01": { A: 1234 }, "2024-01-02": { A: 1301 } });
  assert.match(doubtsOf(text).join(), /^check: Read "1,234" as 1234 \(numbers of A\): its separator may/);
});

Deno.test("a return has no thousands, so that a comma or a point before three digits is a decimal mark", () => {
  const expected = { "2024-01-01": { A: 1.234 }, "2024-01-02": { A: -1.301 } };
  for (
    const text of ['Date,A\n2024-01-01,"1,234"\n2024-01-02,"-1,301"\n', "Date;A\n2024-01-01;1.234\n2024-01-02;-1.301\n"]
  ) {
    assert.deepEqual(rowsOf(text, { kind: "returns" }), expected);
  }
});

Deno.test("a column with both decimal marks, or with percent in a part or in prices, is refused", () => {
  assert.deepEqual(faultsOf('Date,A\n2024-01-01,"1,5"\n2024-01-02,1.5\n'), [
    'Cannot read the numbers of "A": "1.5" (line 3) and "1,5" (line 2) have different decimal marks',
  ]);
  assert.deepEqual(faultsOf("Date,A\n2024-01-01,5%\n"), [
    'Cannot take "5%" of "A" as a price: it is in percent (line 2)',
  ]);
  const returns = "Date,A\n2024-01-01,1.3%\n2024-01-02,-2%\n";
  assert.deepEqual(rowsOf(returns, { kind: "returns" }), { "2024-01-01": { A: 0.013 }, "2024-01-02": { A: -0.02 } });
  assert.match(faultsOf(`${returns}2024-01-03,1\n`, { kind: "returns" }).join(), /1 of its 3 numbers have no sign/);
});

Deno.test("a hundred faults of one cause are one fault with their number and three places", () => {
  const rows = Array.from({ length: 100 }, (_, k) => `2024-01-01,x${k}`).join("\n");
  assert.match(
    faultsOf(`Date,A\n${rows}`)[0],
    new RegExp(
      'Cannot read "x0" of "A": a number or a blank is needed \\(line 2, column 2\\); ' +
        "99 more like it, first in line 3, column 2; line 4, column 2",
    ),
  );
});

Deno.test("names that are formulas, days in the header and prices that are days are refused by name", () => {
  assert.deepEqual(faultsOf("Date,=cmd|'/C calc'!A0\n2024-01-01,1\n"), [
    `Cannot use "=cmd|'/C calc'!A0" as the name of an asset: it is a formula (line 1)`,
  ]);
  assert.match(faultsOf("Name,2024-01-01,2024-01-02,2024-01-03\nA,1,2,3\n")[0], /^Cannot read days in a header/);
  assert.deepEqual(faultsOf("Date,A\n2024-01-01,2024-01-01\n"), [
    'Cannot read "2024-01-01" of "A": it is a day; a number or a blank is needed (line 2, column 2)',
  ]);
  assert.match(faultsOf("Date,A\n1,1\n2,1\n3,1\n4,2\n")[0], /^Cannot read "1" as a date: .*; 3 more like it/);
});

Deno.test("names of any script and length are read, and names of numbers too", () => {
  const name = "x".repeat(10_000);
  assert.deepEqual(rowsOf(`दिनांक,टाटा,${name},2330\n2024-01-01,1,2,3\n`), {
    "2024-01-01": { "टाटा": 1, [name]: 2, "2330": 3 },
  });
});

Deno.test("a header of as many names as a run takes, of any length that they may have, is read", () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `"${`Fund ${at}, `.padEnd(120, "é")}"`);
  const limits = { assets: 5_000, rows: 10 }, row = ",1.25".repeat(names.length);
  const { faults, names: taken } = read(`Date,${names.join(",")}\n2024-01-01${row}\n2024-01-02${row}\n`, { limits });
  assert.deepEqual([faults, taken.length], [[], names.length]);
});

Deno.test("a file of words alone is refused after its first 10,000 rows", () => {
  const reader = new TableReader({ kind: "prices", name: "asset", limits: { assets: 10, rows: 100 } });
  reader.push("date,A\n");
  let pieces = 0;
  while (pieces < 1_000 && reader.push("red,blue\n".repeat(10_000))) pieces++;
  assert.ok(pieces < 20, `${pieces} pieces`);
  assert.match(reader.end().faults[0].detail, /^Cannot find a row with a day and a number up to line 10\d\d\d:/);
});

Deno.test("a header of too many columns, and a text without any end, are refused in bounded memory", () => {
  assert.deepEqual(faultsOf(`Date,${"a,".repeat(250_000)}\n`), ["Cannot take 250001 assets: a run takes at most 2000"]);
  assert.deepEqual(faultsOf(`Date,${"a,".repeat(1_000_000)}\n`), [
    "Cannot read the file as CSV at line 1: a line is longer than 1 MiB",
  ]);
  const reader = new TableReader({ kind: "prices", name: "FILE", limits: LIMITS });
  let pieces = 0;
  while (pieces < 1_000 && reader.push("1".repeat(65_536))) pieces++;
  assert.ok(pieces < 40);
});

Deno.test("more columns than a run takes are refused by the header, before the values of their assets are compared", () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `S${at}`).join(","), row = ",1".repeat(50_000);
  const reader = new TableReader({ kind: "prices", name: "FILE", limits: LIMITS });
  reader.push(`Date,${names}\n`);
  let rows = 0;
  while (rows < 64 && reader.push(`2024-01-01${row}\n`)) rows++;
  assert.ok(rows < 10, `${rows} rows`);
  assert.deepEqual(reader.end().faults.map(({ detail }) => detail), [
    "Cannot take 50000 assets: a run takes at most 2000",
  ]);
});

Deno.test("no text makes the reader of tables throw, and the days of a table without faults ascend", () => {
  const words = [
    "Date",
    "Close",
    "2024-01-01",
    "13/01/2024",
    "45292",
    "1.234,5",
    "1,234",
    "5%",
    "NA",
    "Total",
    "Symbol",
  ];
  const marks = [",", ";", "\t", "\n", "\n", '"', "sep=;\n"];
  const part = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...words, ...marks));
  fc.assert(fc.property(fc.array(part, { maxLength: 60 }), fc.constantFrom(",", ";"), (parts, separator) => {
    const { days, names, values, faults } = read(parts.join(separator), { limits: { assets: 5, rows: 20 } });
    assert.equal(values.data.length, days.length * names.length);
    if (faults.length === 0) assert.deepEqual(days, [...new Set(days)].sort());
  }));
});

Deno.test("a line break within a heading is a blank of the name", () => {
  const text = 'Date,"A\nFund","B \n Fund"\n2024-01-01,1,2\n2024-01-02,3,4\n';
  assert.deepEqual(read(text).names, ["A Fund", "B Fund"]);
});

Deno.test("cells of different currencies are doubted: by their marks, or by a column of currencies", () => {
  const marks = "Date,A,B\n2024-01-01,$1,€2\n2024-01-02,$3,€4\n";
  assert.ok(
    doubtsOf(marks).some((doubt) => doubt.startsWith("check: The cells of A, B speak of USD and EUR, and all ")),
  );
  const codes =
    "Date,Ticker,Currency,Close\n2024-01-01,A,USD,1\n2024-01-01,B,INR,2\n2024-01-02,A,USD,3\n2024-01-02,B,INR,4\n";
  assert.ok(
    doubtsOf(codes).some((doubt) => doubt.startsWith("check: The cells of A, B speak of USD and INR, and all ")),
  );
  for (const one of ["Date,A,B\n2024-01-01,₹1,Rs. 2\n2024-01-02,3,INR 4\n", codes.replaceAll("INR", "USD")]) {
    assert.ok(!doubtsOf(one).some((doubt) => doubt.includes("speak of")), one);
  }
});

Deno.test("names of assets that are a close, or that programs have numbered, are doubted", () => {
  const rows = "2024-01-01,1,2\n2024-01-02,3,4\n";
  assert.deepEqual(doubtsOf(`Date,Close,Beta\n${rows}`), [
    'check: Read "Close" as the name of an asset (columns of Close): it names a field, and "Beta" beside it is taken as ' +
    "an asset too; name or leave out the columns where something else is meant",
  ]);
  assert.deepEqual(doubtsOf(`Date,A,A.1\n${rows}`), [
    'check: Read "A.1" as another asset than "A" (columns of A.1): programs number a second column of one name so; name ' +
    "or leave out the columns where something else is meant",
  ]);
});

Deno.test("a column of returns beside others is told as that of the returns, and not as a price", () => {
  const text =
    "PERMNO,date,TICKER,RET\n1,2024-01-01,A,0.01\n1,2024-01-02,A,0.02\n2,2024-01-01,B,0.03\n2,2024-01-02,B,0.04\n";
  const { doubts } = read(text, { kind: "returns" });
  assert.match(doubts[0]?.detail ?? "", /^Read "RET" as the returns \(returns of /);
});
