import type { CellValue, MergedCells, Sheet } from "../../src/holdings/workbook/sheet.ts";
import { randomNumbers } from "./sample_problem.ts";

/** One holding that a made-up statement lists. */
export interface MadeHolding {
  /** ISIN, or the name or symbol where the line has no ISIN. */
  readonly key: string;
  readonly quantity: number;
  readonly price: number;
}

/** A made-up statement whose header was damaged, and what it holds. */
export interface DamagedStatement {
  readonly name: string;
  readonly damages: readonly string[];
  readonly sheet: Sheet;
  readonly holdings: readonly MadeHolding[];
  /** Whether the header has every name of the brokerage, though not over its own column. */
  readonly isWhole: boolean;
}

type Random = () => number;

interface Line {
  readonly symbol: string;
  readonly name: string;
  readonly isin: string | null;
  readonly quantity: number;
  readonly pledged: number;
  readonly discrepant: number;
  readonly longTerm: number;
  readonly average: number;
  readonly price: number;
}

interface Format {
  readonly name: string;
  readonly titles: readonly (readonly CellValue[])[];
  readonly header: readonly string[];
  readonly hasIsin: boolean;
  readonly isFund: boolean;
  readonly cellsOf: (line: Line, random: Random) => readonly (CellValue | null)[];
}

const SECTORS = ["SOFTWARE", "BANKING", "ENERGY", "FMCG"];
const CONSOLE_TITLES = (what: string): readonly (readonly CellValue[])[] => [
  ["View Zerodha's guide on using tax reports for filing."],
  [`${what} Holdings Statement as on 2026-05-04`],
  ["Summary"],
  ["Invested Value", 1_000],
];

const FORMATS: readonly Format[] = [
  {
    name: "Console, equity",
    titles: CONSOLE_TITLES("Equity"),
    header: [
      "Symbol",
      "ISIN",
      "Sector",
      "Quantity Available",
      "Quantity Discrepant",
      "Quantity Long Term",
      "Quantity Pledged (Margin)",
      "Quantity Pledged (Loan)",
      "Average Price",
      "Previous Closing Price",
      "Unrealized P&L",
      "Unrealized P&L Pct.",
    ],
    hasIsin: true,
    isFund: false,
    cellsOf: (line, random) => [
      line.symbol,
      line.isin,
      oneOf(SECTORS, random),
      line.quantity,
      line.discrepant,
      line.longTerm,
      line.pledged,
      0,
      ...gains(line, line.quantity + line.pledged),
    ],
  },
  {
    name: "Console, funds",
    titles: CONSOLE_TITLES("Mutual Funds"),
    header: [
      "Symbol",
      "ISIN",
      "Instrument Type",
      "Quantity Available",
      "Quantity Discrepant",
      "Quantity Pledged (Margin)",
      "Quantity Pledged (Loan)",
      "Average Price",
      "Previous Closing Price",
      "Unrealized P&L",
      "Unrealized P&L Pct.",
    ],
    hasIsin: true,
    isFund: true,
    cellsOf: (line, random) => [
      `${line.name} - DIRECT PLAN`,
      line.isin,
      oneOf(["Equity - Flexi Cap", "Debt - Liquid"], random),
      line.quantity,
      line.discrepant,
      line.pledged,
      0,
      ...gains(line, line.quantity),
    ],
  },
  {
    name: "Groww, stocks",
    titles: [["Name", "TEST USER"], ["Holdings statement for stocks as on 17-04-2026"], ["Summary"]],
    header: [
      "Stock Name",
      "ISIN",
      "Quantity",
      "Average buy price",
      "Buy value",
      "Closing price",
      "Closing value",
      "Unrealised P&L",
    ],
    hasIsin: true,
    isFund: false,
    cellsOf: (line) => [
      line.name,
      line.isin,
      line.quantity,
      line.average,
      line.quantity * line.average,
      line.price,
      line.quantity * line.price,
      line.quantity * line.price - line.quantity * line.average,
    ],
  },
  {
    name: "Groww, funds",
    titles: [["Personal Details"], ["HOLDING SUMMARY"], ["HOLDINGS AS ON 2026-04-17"]],
    header: [
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
    ],
    hasIsin: false,
    isFund: true,
    cellsOf: (line, random) => [
      `${line.name} Direct Growth`,
      oneOf(["Example Lotus Mutual Fund", "Example Banyan Mutual Fund"], random),
      oneOf(["Equity", "Debt"], random),
      oneOf(["Flexi Cap", "Liquid"], random),
      String(1e7 + Math.floor(9e7 * random())),
      "Groww",
      line.quantity,
      cents(line.quantity * line.average),
      cents(line.quantity * line.price),
      cents(cents(line.quantity * line.price) - cents(line.quantity * line.average)),
      `${(20 * random()).toFixed(2)}%`,
    ],
  },
  {
    name: "Kite",
    titles: [],
    header: ["Instrument", "Qty.", "Avg. cost", "LTP", "Invested", "Cur. val", "P&L", "Net chg.", "Day chg."],
    hasIsin: false,
    isFund: false,
    cellsOf: (line, random) => {
      const cost = cents(line.quantity * line.average), value = cents(line.quantity * line.price);
      const gain = 100 * (line.price / line.average - 1);
      return [
        line.symbol,
        line.quantity,
        cents(line.average),
        line.price,
        cost,
        value,
        cents(value - cost),
        cents(gain),
        cents(4 * random() - 2),
      ];
    },
  },
  {
    name: "ICICI Direct",
    titles: [],
    header: [
      "Stock Symbol",
      "Company Name",
      "ISIN Code",
      "Qty",
      "Average Cost Price",
      "Current Market Price",
      "% Change over prev close",
      "Value At Cost",
      "Value At Market Price",
      "Realized Profit / Loss",
      "Unrealized Profit/Loss",
      "Unrealized Profit/Loss %",
    ],
    hasIsin: true,
    isFund: false,
    cellsOf: (line, random) => {
      const cost = cents(line.quantity * line.average), value = cents(line.quantity * line.price);
      return [
        `${line.symbol.slice(2, 6)}ND`,
        line.name,
        line.isin,
        line.quantity,
        cents(line.average),
        line.price,
        bracketed(cents(4 * random() - 2)),
        cost,
        value,
        "0.00",
        bracketed(cents(value - cost)),
        bracketed(cents(100 * (line.price / line.average - 1))),
      ];
    },
  },
];

/** Names for columns in other languages and other words, none of which a brokerage has. */
const OTHER_NAMES = ["मात्रा", "मूल्य", "Stückzahl", "Kurs", "数量", "Wert", "Betrag", "Col", "कंपनी", "Anzahl (Stk.)"];

/** Returns the made-up statement of a seed: of a random format, its header with one to three random damages. */
export function damagedStatement(seed: number): DamagedStatement {
  const random = randomNumbers(seed);
  const format = oneOf(FORMATS, random);
  const lines = Array.from({ length: 2 + Math.floor(12 * random()) }, (_, i) => lineOf(format, i, random));
  const grid = [[...format.header], ...lines.map((line) => [...format.cellsOf(line, random)])];
  const table: Grid = { grid, merged: [] };
  const names: string[] = [];
  const count = 1 + Math.floor(3 * random());
  for (let i = 0; i < count; i++) names.push(oneOf(DAMAGES, random)(table, random));
  const rows = [...format.titles, [], ...table.grid];
  const headerRow = format.titles.length + 2;
  return {
    name: `${seed}: ${format.name}, ${names.join(", ")}`,
    damages: names,
    sheet: {
      name: "",
      rows: rows.map((cells, i) => ({
        row: i + 1,
        cells: new Map([...cells.entries()].flatMap(([at, cell]) => cell === null || cell === "" ? [] : [[at, cell]])),
      })).filter(({ cells }) => cells.size > 0),
      merged: table.merged.map((columns): MergedCells => ({ rows: [headerRow, headerRow], columns })),
    },
    isWhole: format.header.every((name) => header(table).includes(name)),
    holdings: lines.map((line) => ({
      key: keyOf(format, line),
      quantity: line.quantity + line.pledged,
      price: format.name === "Groww, funds" ? cents(line.quantity * line.price) / line.quantity : line.price,
    })),
  };
}

interface Grid {
  grid: (CellValue | null)[][];
  merged: [number, number][];
}

/** Damages of a header. Each changes a table and returns its name. */
const DAMAGES: readonly ((table: Grid, random: Random) => string)[] = [
  emptied,
  emptied,
  translated,
  translated,
  (table, random) => {
    const at = columnOf(table, random);
    const last = Math.min(at + 1, width(table) - 1);
    header(table)[last] = null;
    table.merged.push([at, last]);
    return `merged ${at} and ${last}`;
  },
  (table, random) => {
    const [a, b] = [columnOf(table, random), columnOf(table, random)], names = header(table);
    [names[a], names[b]] = [names[b] ?? null, names[a] ?? null];
    return `names of ${a} and ${b} exchanged`;
  },
  (table, random) => {
    const [from, to] = [columnOf(table, random), columnOf(table, random)];
    for (const row of table.grid) row.splice(to, 0, ...row.splice(from, 1));
    return `column ${from} moved to ${to}`;
  },
  (table, random) => {
    const at = columnOf(table, random);
    for (const [i, row] of table.grid.entries()) row.splice(at, 0, i === 0 ? "S. No." : i);
    return `serial numbers at ${at}`;
  },
  (table, random) => {
    const at = columnOf(table, random);
    const notes = random() < 0.5;
    for (const [i, row] of table.grid.entries()) {
      row.splice(at, 0, i === 0 ? "My notes" : notes ? `note ${i % 3}` : cents(500 * random()));
    }
    return `notes at ${at}`;
  },
  (table, random) => {
    const names = header(table), at = columnOf(table, random);
    names.splice(at, 1);
    names.push(null);
    return `names from ${at} on moved to the left`;
  },
];

function emptied(table: Grid, random: Random): string {
  const at = columnOf(table, random);
  header(table)[at] = null;
  return `name of ${at} emptied`;
}

function translated(table: Grid, random: Random): string {
  const at = columnOf(table, random);
  header(table)[at] = oneOf(OTHER_NAMES, random);
  return `name of ${at} translated`;
}

function header({ grid }: Grid): (CellValue | null)[] {
  return grid[0];
}

function width({ grid }: Grid): number {
  return grid[0].length;
}

function columnOf(table: Grid, random: Random): number {
  return Math.floor(width(table) * random());
}

function lineOf({ name, hasIsin, isFund }: Format, i: number, random: Random): Line {
  const isWhole = !isFund, most = 10 ** (1 + 3 * random());
  const quantity = isWhole ? 1 + Math.floor(most * random()) : Number((1 + most * random()).toFixed(3));
  const average = Number((10 ** (1 + 2.5 * random())).toFixed(4));
  const price = Math.max(1, cents(average * (0.6 + random())));
  const lettered = `${LETTERS[i % 26]}${LETTERS[Math.floor(26 * random())]}${LETTERS[Math.floor(26 * random())]}`;
  const isin = hasIsin && random() > 0.03 ? `${isFund ? "INF" : "INE"}${String(100 + i)}${lettered}01${i % 10}1` : null;
  return {
    symbol: `EX${lettered}${i}`,
    name: `Example ${lettered} ${LETTERS[i % 26].repeat(3)} Ltd`,
    isin: isin === null ? null : isin.padEnd(12, "0").slice(0, 12),
    quantity,
    pledged: !name.startsWith("Console") || random() < 0.8 ? 0 : 1 + Math.floor(5 * random()),
    discrepant: random() < 0.9 ? 0 : 2,
    longTerm: isWhole ? Math.floor(quantity * random()) : 0,
    average,
    price,
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function keyOf({ name, hasIsin }: Format, line: Line): string {
  if (hasIsin && line.isin !== null) return line.isin;
  if (name === "Groww, funds") return `${line.name} Direct Growth`;
  if (name === "Console, funds") return `${line.name} - DIRECT PLAN`;
  return name === "Kite" || name === "Console, equity" ? line.symbol : line.name;
}

function gains({ average, price }: Line, quantity: number): readonly number[] {
  const rounded = (value: number): number => Number(value.toFixed(4));
  return [average, price, rounded(quantity * (price - average)), rounded(100 * (price / average - 1))];
}

function cents(value: number): number {
  return Number(value.toFixed(2));
}

function bracketed(value: number): string {
  return value < 0 ? `(${(-value).toFixed(2)})` : value.toFixed(2);
}

function oneOf<Entry>(entries: readonly Entry[], random: Random): Entry {
  return entries[Math.floor(entries.length * random())];
}
