import assert from "node:assert/strict";
import { EQUITY_HEADER, equitySheet, FIRST_ROW, preamble } from "../../../tests/support/statement_sheets.ts";
import { workbookFile, type WrittenCell, type WrittenSheet } from "../../../tests/support/workbook_file.ts";
import type { Statement } from "../statement.ts";
import { readWorkbook } from "../workbook/read_workbook.ts";
import { readStatement } from "./read_statement.ts";

const FUND_HEADER = [
  "Symbol",
  "ISIN",
  "Instrument Type",
  "Quantity Available",
  "Quantity Discrepant",
  "Quantity Pledged (Margin)",
  "Quantity Pledged (Loan)",
  "Average Price",
  "Previous Closing Price",
];
const GROWW_STOCKS = [
  "Stock Name",
  "ISIN",
  "Quantity",
  "Average buy price",
  "Buy value",
  "Closing price",
  "Closing value",
  "Unrealised P&L",
];
const GROWW_FUNDS = [
  "Scheme Name",
  "AMC",
  "Category",
  "Sub-category",
  "Folio No.",
  "Source",
  "Units",
  "Invested Value",
  "Current Value",
  "Returns",
  "XIRR",
  "",
];

function statementOf(sheets: readonly WrittenSheet[]): Statement {
  return readStatement(readWorkbook(workbookFile(sheets)));
}

/** Test helper. Returns the kind, row, name, quantity, price and fault of each statement line of a workbook. */
function linesOf(sheets: readonly WrittenSheet[]): readonly (readonly unknown[])[] {
  const { lines } = statementOf(sheets);
  return lines.map(({ kind, row, name, quantity, price, fault }) => [kind, row, name, quantity, price, fault]);
}

function fundSheet(lines: readonly (readonly WrittenCell[])[]): WrittenSheet {
  const rows = [...preamble("Mutual Funds Holdings Statement as on 2026-05-04"), [null, ...FUND_HEADER]];
  return { name: "Mutual Funds", rows: [...rows, ...lines.map((line) => [null, ...line])] };
}

function combinedSheet(lines: readonly (readonly WrittenCell[])[]): WrittenSheet {
  const header = [...EQUITY_HEADER.slice(0, 3), "Instrument Type", ...EQUITY_HEADER.slice(3, 11), "Unrealize P&L Pct."];
  const rows = [...preamble("Combined Holdings Statement as on 2026-05-04"), [null, ...header]];
  return { name: "Combined", rows: [...rows, ...lines.map((line) => [null, ...line])] };
}

const FUND = [
  "EXAMPLE FUND - DIRECT PLAN",
  "INF000A01011",
  "Equity - Flexi Cap",
  250.753,
  9,
  10,
  5,
  61.2,
  79.8,
] as const;
const OF_BOTH = [
  ["INFY", "INE009A01021", "SOFTWARE", "-", 5, 0, 2, 0, 0, 1_338, 1_168.4, 0, 0],
  ["EXAMPLE FUND - DIRECT PLAN", "INF000A01011", "-", "Equity - Flexi Cap", 265.753, 0, "-", 0, 0, 61.2, 79.8, 0, 0],
] as const;

Deno.test("the quantity owned is the available and the pledged one, without the long-term and the discrepant one", () => {
  const told = { symbol: "INFY", quantity: 1, pledged: 4, longTerm: 5, discrepant: 2, price: 10 };
  assert.deepEqual(linesOf([equitySheet([told, { symbol: "TCS", quantity: 0, pledged: 3 }])]), [
    ["stock", FIRST_ROW, "INFY", 5, 10, null],
    ["stock", FIRST_ROW + 1, "TCS", 3, 100, null],
  ]);
});

Deno.test("the single column of pledged quantities in an older workbook is read", () => {
  const header = ["Symbol", "ISIN", "Sector", "Quantity Available", "Quantity Pledged", "Previous Closing Price"];
  const rows = [header, ["INFY", "INE009A01021", "SOFTWARE", 1, 4, 10]];
  assert.deepEqual(linesOf([{ name: "Equity", rows }]), [["stock", 2, "INFY", 5, 10, null]]);
});

Deno.test("a workbook with a combined sheet beside others counts no line twice, and one with only that sheet has all lines", () => {
  const equity = equitySheet([{ symbol: "INFY", isin: "INE009A01021", quantity: 5, price: 1_168.4 }]);
  const expected = [
    ["stock", FIRST_ROW, "INFY", 5, 1_168.4, null],
    ["fund", FIRST_ROW, "EXAMPLE FUND - DIRECT PLAN", 265.753, 79.8, null],
  ];
  assert.deepEqual(linesOf([equity, fundSheet([FUND]), combinedSheet(OF_BOTH)]), expected);
  assert.deepEqual(linesOf([combinedSheet(OF_BOTH), fundSheet([FUND]), equity]), expected);
  const alone = [expected[0], ["fund", FIRST_ROW + 1, ...expected[1].slice(2)]];
  assert.deepEqual(linesOf([combinedSheet(OF_BOTH)]), alone);
  assert.deepEqual(linesOf([equity, combinedSheet(OF_BOTH)]), alone, "the funds stand in the one sheet alone");
});

Deno.test("lines state their sheet if a workbook has lines in several sheets, and not otherwise", () => {
  const sheetsOf = (...sheets: readonly WrittenSheet[]): readonly unknown[] =>
    statementOf(sheets).lines.map(({ sheet, row }) => [sheet, row]);
  const equity = equitySheet([{ symbol: "INFY" }]);
  assert.deepEqual(sheetsOf(equity, fundSheet([FUND])), [["Equity", FIRST_ROW], ["Mutual Funds", FIRST_ROW]]);
  assert.deepEqual(sheetsOf(equity, fundSheet([])), [[null, FIRST_ROW]]);
});

Deno.test("a statement of stocks of Groww is read without its total row", () => {
  const rows = [
    ["Name", "TEST USER"],
    ["Unique Client Code", "0000000000"],
    [],
    ["Holdings statement for stocks as on 17-04-2026"],
    [],
    ["Summary"],
    ["Invested Value", 288_654.98],
    [],
    GROWW_STOCKS,
    ["INFOSYS LTD", "INE009A01021", 25, 1_018.64, 25_466, 1_318.7, 32_967.5, 7_501.5],
    ["GIFTED LTD", null, 200, 0, 0, 0, 0, 0],
    ["Total", null, null, null, "25,466", null, "32,967.50"],
  ];
  assert.equal(statementOf([{ name: "Sheet1", rows }]).brokerage, "groww");
  assert.deepEqual(linesOf([{ name: "Sheet1", rows }]), [
    ["stock", 10, "INFOSYS LTD", 25, 1_318.7, null],
    ["stock", 11, "GIFTED LTD", 200, 0, "its price is 0"],
  ]);
});

Deno.test("a statement of mutual funds of Groww is read, with the value per unit as price", () => {
  const rows = [
    ["Personal Details"],
    ["HOLDING SUMMARY"],
    ["Total Investments", "Current Portfolio Value", "Profit/Loss", "Profit/Loss %", "XIRR"],
    [24_149.66, 27_609.02, 3_459.36, "14.32%", "11.42%"],
    ["HOLDINGS AS ON 2026-04-17"],
    GROWW_FUNDS,
    [
      "Example Fund Direct Growth",
      "Example Mutual Fund",
      "Equity",
      "Flexi Cap",
      "1",
      "Groww",
      100.5,
      6_150,
      8_019.9,
      1_869.9,
    ],
    ["Another Fund Direct Growth", "Example Mutual Fund", "Debt", "Liquid", "2", "External", 0, 0, 0, 0, ""],
  ];
  assert.deepEqual(linesOf([{ name: "Sheet1", rows }]), [
    ["fund", 7, "Example Fund Direct Growth", 100.5, 79.8, null],
    ["fund", 8, "Another Fund Direct Growth", 0, null, "its quantity is 0"],
  ]);
});

Deno.test("a header is found by its text in any sheet, any row and any order of its columns", () => {
  const rows = [["a note"], [], ["Previous  Closing Price", "quantity available", "SECTOR", "Isin", "Symbol"]];
  const line = [10, 3, "SOFTWARE", "INE009A01021", "INFY"];
  assert.deepEqual(linesOf([{ name: "Empty", rows: [] }, { name: "\u0928\u093e\u092e", rows: [...rows, line] }]), [
    ["stock", 4, "INFY", 3, 10, null],
  ]);
});

Deno.test("a header in vertically merged cells is found, and each of two headers begins a table", () => {
  const [upper, lower]: [WrittenCell[], WrittenCell[]] = [["Symbol", "ISIN", "Sector"], [null, null, null]];
  upper.push(null, null);
  lower.push("Quantity Available", "Previous Closing Price");
  const line = ["INFY", "INE009A01021", "SOFTWARE", 3, 10];
  const header = ["Symbol", "ISIN", "Instrument Type", "Quantity Available", "Previous Closing Price"];
  const fund = ["EXAMPLE FUND", "INF000A01011", "Equity", 2, 79.8];
  const rows = [upper, lower, line, [], header, fund];
  assert.deepEqual(linesOf([{ name: "Sheet", rows, merged: ["A1:A2", "B1:B2", "C1:C2"] }]), [
    ["stock", 3, "INFY", 3, 10, null],
    ["fund", 6, "EXAMPLE FUND", 2, 79.8, null],
  ]);
});

Deno.test("horizontally merged header cells are one column, whose figures are in the first of them", () => {
  const header = ["Symbol", "ISIN", "Sector", "Quantity Available", null, "Previous Closing Price"];
  const rows = [header, ["INFY", "INE009A01021", "SOFTWARE", 3, 99, 10]];
  assert.deepEqual(linesOf([{ name: "Sheet", rows, merged: ["D1:E1", "D2:D2"] }]), [["stock", 2, "INFY", 3, 10, null]]);
});

Deno.test("hidden sheets of a workbook are not read", () => {
  const shown = equitySheet([{ symbol: "INFY" }]);
  const hidden = { ...equitySheet([{ symbol: "TCS" }], "Old"), isHidden: true };
  assert.deepEqual(linesOf([hidden, shown]).map(([, , name]) => name), ["INFY"]);
  assert.throws(() => statementOf([hidden]), /no sheet of it has the header/);
});

Deno.test("a formula has the value that it had last, and dates, errors and truth values are not figures", () => {
  const lines = [
    { xml: '<c r="REF"><f>SUM(1,2)</f><v>3</v></c>' },
    { xml: '<c r="REF"><f>WEBSERVICE("https://example.com")</f></c>' },
    { xml: '<c r="REF" t="str"><f>"4"</f><v>4</v></c>' },
    { xml: '<c r="REF" s="1"><v>45000</v></c>' },
    { xml: '<c r="REF" t="e"><v>#N/A</v></c>' },
    { xml: '<c r="REF" t="b"><v>1</v></c>' },
    { xml: '<c r="REF" t="d"><v>2026-05-04</v></c>' },
  ];
  assert.deepEqual(
    linesOf([equitySheet(lines.map((quantity) => ({ symbol: "INFY", quantity })))]).map((line) => [
      line[3],
      line[5],
    ]),
    [
      [3, null],
      [0, "its quantity is 0"],
      [4, null],
      [null, "its quantity is a date"],
      [null, "its quantity is an error"],
      [null, "its quantity is true or false"],
      [null, "its quantity is a date"],
    ],
  );
});

Deno.test("a line whose figures cannot be used is kept with the reason", () => {
  const lines = [
    { symbol: "A", quantity: -3 },
    { symbol: "B", quantity: 1e300 },
    { symbol: "C", quantity: "NaN" },
    { symbol: "D", quantity: null, pledged: null },
    { symbol: "E", price: null },
    { symbol: "F", price: "-" },
    { symbol: "G", price: "(5)" },
    { symbol: "H", quantity: 0 },
  ];
  assert.deepEqual(linesOf([equitySheet(lines)]).map(([, row, name, , , fault]) => [row, name, fault]), [
    [24, "A", "its quantity is negative"],
    [25, "B", "its quantity is too large or too small"],
    [26, "C", 'its quantity "NaN" is not a number'],
    [27, "D", "its quantity is 0"],
    [28, "E", "it has no price"],
    [29, "F", "it has no price"],
    [30, "G", "its price is negative"],
    [31, "H", "its quantity is 0"],
  ]);
});

Deno.test("names in every script are unchanged, but cut at 120 characters", () => {
  const names = ["रिलायंस", "ריליאנס", "リライアンス", "😀 & <b>", "__proto__", "x".repeat(500)];
  const { lines } = statementOf([equitySheet(names.map((symbol) => ({ symbol })))]);
  assert.deepEqual(lines.map(({ name }) => name), [...names.slice(0, 5), "x".repeat(120)]);
});

Deno.test("a header without lines is an empty statement", () => {
  const { brokerage, lines } = statementOf([equitySheet([])]);
  assert.deepEqual([brokerage, lines], ["zerodha", []]);
});

Deno.test("the statement of an unsupported brokerage is refused with the name of the brokerage", () => {
  const headers: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ["Scrip/Contract", "Company Name", "ISIN", "MarketCap", "Quantity", "Avg Trading Price"],
      /an Angel One statement/,
    ],
    [["#", "Company Name", "ISIN", "Total Quantity", "Avg Trading Price"], /an Angel One statement/],
    [["Stock Name", "ISIN", "Quantity", "Average buy price", "Buy Value"], /an INDmoney statement/],
    [["Trading Symbol", "ISIN", "Exchange", "Total Qty", "DP Qty"], /a Dhan statement/],
    [["Instrument", "Exchange", "Qty.", "Avg. cost", "LTP"], /an Upstox statement/],
    [["Stock Symbol", "Company Name", "ISIN Code", "Action", "Transaction Price"], /transactions of ICICI Direct/],
    [["Stock Symbol", "Company Name", "ISIN Code", "Qty"], /an ICICI Direct statement/],
  ];
  for (const [header, sentence] of headers) {
    assert.throws(() => statementOf([{ name: "Sheet1", rows: [["Holding Details"], header, ["x"]] }]), sentence);
  }
});

Deno.test("a workbook with tables of two brokerages is refused", () => {
  const groww = { name: "Sheet1", rows: [GROWW_STOCKS, ["INFOSYS LTD", "INE009A01021", 25, 1, 1, 1, 1, 1]] };
  assert.throws(() => statementOf([equitySheet([]), groww]), /tables of zerodha and of groww/);
});
