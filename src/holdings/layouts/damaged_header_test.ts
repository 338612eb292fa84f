import assert from "node:assert/strict";
import { testInTurn } from "../../../tests/support/tier.ts";
import { readSheets } from "../read_sheets.ts";
import type { Statement } from "../statement.ts";
import { UnreadableFile } from "../unreadable_file.ts";
import { readStatement } from "./read_statement.ts";

const GROWW = "Stock Name,ISIN,Quantity,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L";
const GROWW_LINES = [
  "MANGO FOODS LTD,INE000A01011,25,100,2500,120.5,3012.5,512.5",
  "LOTUS BANK LTD,INE000B01019,10,50.25,502.5,40,400,-102.5",
  "GINGER LTD,INE000C01017,3,7,21,9,27,6",
];
const GROWW_HELD = [["INE000A01011", 25, 120.5], ["INE000B01019", 10, 40], ["INE000C01017", 3, 9]];
const CONSOLE =
  "Symbol,ISIN,Sector,Quantity Available,Quantity Discrepant,Quantity Long Term,Quantity Pledged (Margin)," +
  "Quantity Pledged (Loan),Average Price,Previous Closing Price,Unrealized P&L,Unrealized P&L Pct.";
const CONSOLE_LINES = [
  "EXMANGO,INE000A01011,FMCG,5,0,4,0,0,100,120.5,102.5,20.5",
  "EXLOTUS,INE000B01019,BANKING,1,0,1,4,0,50,40,-50,-20",
];
const KITE = '"Instrument","Qty.","Avg. cost","LTP","Invested","Cur. val","P&L","Net chg.","Day chg.",""';
const KITE_LINES = [
  '"EXMANGO",8,482.24,464.05,3857.92,3712.4,-145.52,-3.77,-0.76,""',
  '"EXLOTUS",3,10,12,30,36,6,20,1,""',
];
const ICICI =
  "Stock Symbol,Company Name,ISIN Code,Qty,Average Cost Price,Current Market Price,% Change over prev close," +
  "Value At Cost,Value At Market Price,Realized Profit / Loss,Unrealized Profit/Loss,Unrealized Profit/Loss %";
const ICICI_LINES = [
  'MANFOO,MANGO FOODS LIMITED,INE000A01011,20,1183.05,1365.00,1.62,"23,661.00","27,300.00",0.00,"3,639.00",15.38',
  "LOTBAN,LOTUS BANK LIMITED,,300,316.04,306.80,(1.12),94812.00,92040.00,0.00,(2772.00),(2.92)",
];

function statementOf(...lines: readonly string[]): Statement {
  return readStatement(readSheets(new TextEncoder().encode(lines.join("\r\n"))));
}

/** Test helper. Returns the ISIN or name, the quantity and the price of each line of a CSV file. */
function heldIn(...lines: readonly string[]): readonly (readonly unknown[])[] {
  return statementOf(...lines).lines.map(({ isin, name, quantity, price }) => [isin ?? name, quantity, price]);
}

function knownIn(...lines: readonly string[]): Readonly<Record<string, string | null>> {
  const { columns } = statementOf(...lines);
  return Object.fromEntries(columns.map(({ column, meaning, knownBy }) => [`${column} ${meaning}`, knownBy]));
}

function refuses(lines: readonly string[], sentence: RegExp): void {
  assert.throws(() => statementOf(...lines), (error) => {
    assert.ok(error instanceof UnreadableFile, String(error));
    assert.match(error.message, sentence);
    return true;
  });
}

function renamed(header: string, names: Readonly<Record<string, string>>): string {
  return header.split(",").map((name) => names[name] ?? name).join(",");
}

Deno.test("the CSV files of Groww, Console, Kite and ICICI Direct are read as such", () => {
  assert.deepEqual(heldIn("Holdings statement for stocks as on 17-04-2026", "", GROWW, ...GROWW_LINES), GROWW_HELD);
  assert.deepEqual(heldIn(`\ufeff${CONSOLE}`, ...CONSOLE_LINES), [["INE000A01011", 5, 120.5], ["INE000B01019", 5, 40]]);
  assert.deepEqual(heldIn(KITE, ...KITE_LINES), [["EXMANGO", 8, 464.05], ["EXLOTUS", 3, 12]]);
  assert.deepEqual(heldIn(ICICI, ...ICICI_LINES), [["INE000A01011", 20, 1365], ["LOTUS BANK LIMITED", 300, 306.8]]);
  const brokerages = [[GROWW, GROWW_LINES], [CONSOLE, CONSOLE_LINES], [KITE, KITE_LINES], [
    ICICI,
    ICICI_LINES,
  ]] as const;
  assert.deepEqual(brokerages.map(([header, lines]) => statementOf(header, ...lines).brokerage), [
    "groww",
    "zerodha",
    "zerodha",
    "icici_direct",
  ]);
});

Deno.test("an own code of ICICI Direct is not taken for the symbol of an exchange", () => {
  assert.deepEqual(statementOf(ICICI, ...ICICI_LINES).lines.map(({ symbol }) => symbol), [null, null]);
});

Deno.test("a total row with Indian thousands in a CSV file is no line", () => {
  assert.deepEqual(heldIn(GROWW, ...GROWW_LINES, 'Total,,,,"3,023.50",,"3,439.50",416'), GROWW_HELD);
  const emptied = renamed(GROWW, { "Stock Name": "" });
  assert.deepEqual(heldIn(emptied, ...GROWW_LINES, 'Total,,,,"3,023.50",,"3,439.50",416'), GROWW_HELD);
});

Deno.test(
  testInTurn("each single empty or translated header cell of every brokerage is found by the cells below it", () => {
    const files = [[GROWW, GROWW_LINES], [CONSOLE, CONSOLE_LINES], [KITE, KITE_LINES], [ICICI, ICICI_LINES]] as const;
    for (const [header, lines] of files) {
      const expected = heldIn(header, ...lines);
      for (const name of header.split(",")) {
        for (const other of ["", "मात्रा"]) {
          assert.deepEqual(heldIn(renamed(header, { [name]: other }), ...lines), expected, `${name} as "${other}"`);
        }
      }
    }
  }),
);

Deno.test("the answer says how each column was known: by its header, its form, its figures or its place", () => {
  assert.deepEqual(knownIn(GROWW, ...GROWW_LINES), {
    "A name": "header",
    "B isin": "header",
    "C quantity": "header",
    "F price": "header",
  });
  const other = renamed(GROWW, { "Stock Name": "", ISIN: "Kennung", Quantity: "मात्रा", "Closing price": "" });
  assert.deepEqual(knownIn(other, ...GROWW_LINES), {
    "A name": "place",
    "B isin": "form",
    "C quantity": "figures",
    "F price": "figures",
  });
  const { columns } = statementOf(other, ...GROWW_LINES);
  assert.equal(
    columns.find(({ meaning }) => meaning === "quantity")?.detail,
    'The column C "मात्रा" is taken for "quantity", because "quantity" times "closing price" is "closing value"',
  );
});

Deno.test("a column that is not used is told", () => {
  const lines = GROWW_LINES.map((line, i) => `${line},${10 + i}`);
  const { columns } = statementOf(`${GROWW},Target`, ...lines);
  assert.deepEqual(columns.at(-1), {
    sheet: null,
    column: "I",
    header: "Target",
    meaning: null,
    knownBy: null,
    detail: 'The column I "Target" has no known name and is not used',
  });
});

Deno.test("a statement of Groww whose whole header is in Devanagari is read by its title and its figures", () => {
  const header = "नाम,आईएसआईएन,मात्रा,औसत,खरीद मूल्य,भाव,मूल्य,लाभ";
  const title = "Holdings statement for stocks as on 17-04-2026";
  assert.deepEqual(heldIn(title, header, ...GROWW_LINES), GROWW_HELD);
  refuses([header, ...GROWW_LINES], /^no sheet of it has the header of a statement of/);
});

Deno.test("names that were exchanged between two columns are corrected by the figures", () => {
  const exchanged = renamed(GROWW, { Quantity: "Closing price", "Closing price": "Quantity" });
  assert.deepEqual(heldIn(exchanged, ...GROWW_LINES), GROWW_HELD);
  const ofKite = renamed(KITE, { '"Qty."': '"LTP"', '"LTP"': '"Qty."' });
  assert.deepEqual(heldIn(ofKite, ...KITE_LINES), [["EXMANGO", 8, 464.05], ["EXLOTUS", 3, 12]]);
});

Deno.test("columns that were moved with their names and serial numbers before them change nothing", () => {
  const moved = [GROWW, ...GROWW_LINES].map((line) => line.split(",").toReversed().join(","));
  assert.deepEqual(heldIn(...moved), GROWW_HELD);
  assert.deepEqual(heldIn(`S. No.,${GROWW}`, ...GROWW_LINES.map((line, i) => `${i + 1},${line}`)), GROWW_HELD);
});

Deno.test("a table of which two readings fit is refused with what is missing and which columns were considered", () => {
  const lines = ["A LTD,INE000A01011,5,10,50,20,100,30,150", "B LTD,INE000B01019,4,3,12,7,28,9,36"];
  refuses(
    [",ISIN,Quantity,Average buy price,Buy value,,,,", ...lines],
    /^several columns of it may be the price \([FH] without a name, [FH] without a name\); name the column "closing price" as Groww does, or send the statement as it was downloaded$/,
  );
  refuses(
    ["Stock Name,ISIN,Quantity,Average buy price,Buy value,,,Closing value", "A LTD,INE000A01011,5,10,50,20,21,103"],
    /^no column of it is known to be the price \(considered: F without a name, G without a name\); name the column/,
  );
});

Deno.test("a line without an ISIN goes by its name", () => {
  assert.deepEqual(heldIn(renamed(GROWW, { ISIN: "" }), ...GROWW_LINES, "OTHER LTD,-,2,5,10,6,12,2").at(-1), [
    "OTHER LTD",
    2,
    6,
  ]);
});

Deno.test("a pledged quantity is never lost with the name of its column", () => {
  const header = renamed(CONSOLE, { "Quantity Pledged (Margin)": "" });
  assert.deepEqual(heldIn(header, ...CONSOLE_LINES)[1], ["INE000B01019", 5, 40]);
  const moved = [header, ...CONSOLE_LINES].map((line) => {
    const cells = line.split(",");
    return [cells[6], ...cells.slice(0, 6), ...cells.slice(7)].join(",");
  });
  refuses(moved, /^no column of it is known to be the pledged quantity \(considered: A without a name\)/);
});

Deno.test("figures that disagree under a whole header are read as named, and told with their rows", () => {
  const lines = [...GROWW_LINES.slice(0, 2), "GINGER LTD,INE000C01017,3,7,21,9,999,6"];
  const { lines: read, columns } = statementOf(GROWW, ...lines);
  assert.deepEqual([read[2].quantity, read[2].price], [3, 9]);
  assert.match(
    columns.find(({ meaning }) => meaning === "price")?.detail ?? "",
    /; check it: in 1 of 3 lines it is not so that "quantity" times "closing price" is "closing value" \(row 4\)$/,
  );
});

Deno.test("a combined sheet without the name that tells it from the others does not double the holdings", () => {
  const rows = (header: string, lines: readonly string[]) =>
    [header, ...lines].map((line, i) => ({
      row: i + 1,
      cells: new Map(line.split(",").flatMap((cell, at): [number, string][] => cell === "" ? [] : [[at, cell]])),
    }));
  const equity = { name: "First", rows: rows(CONSOLE, CONSOLE_LINES), merged: [] };
  const withType = (line: string, type: string): string => line.split(",").toSpliced(3, 0, type).join(",");
  const combined = (name: string) => ({
    name,
    rows: rows(withType(CONSOLE, ""), CONSOLE_LINES.map((line) => withType(line, "-"))),
    merged: [],
  });
  const { lines } = readStatement([equity, combined("Combined")]);
  assert.deepEqual(lines.map(({ quantity }) => quantity), [5, 5]);
  assert.throws(
    () => readStatement([equity, combined("Sheet2")]),
    /its sheet ".*" repeats every line of its sheet ".*"/,
  );
});

Deno.test("a header of 10,000 characters, formulas and prose are read as texts or refused", () => {
  const long = renamed(GROWW, { Quantity: "x".repeat(10_000) });
  assert.deepEqual(heldIn(long, ...GROWW_LINES), GROWW_HELD);
  assert.equal(
    statementOf(long, ...GROWW_LINES).columns.find(({ meaning }) => meaning === "quantity")?.header?.length,
    60,
  );
  assert.deepEqual(heldIn(renamed(GROWW, { Quantity: "=cmd|' /C calc'!A0" }), ...GROWW_LINES), GROWW_HELD);
  const { lines } = statementOf(GROWW, "A LTD,INE000A01011,=1+2,10,30,20,60,30", ...GROWW_LINES);
  assert.equal(lines[0].fault, 'its quantity "=1+2" is not a number');
  refuses(["Dear investor,", "this is a letter, not a statement."], /^no sheet of it has the header/);
});
