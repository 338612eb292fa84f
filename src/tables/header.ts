import type { DayColumn } from "./day_column.ts";
import { headingOf, plainHeading } from "./heading.ts";
import { isNumber } from "./is_number.ts";
import type { NoLayout, TableRecord } from "./layout.ts";
import { nearestLevels } from "./nearest_levels.ts";

/** The record with the names of columns, and the one with their fields where two lines name a column. */
export interface Header {
  readonly record: TableRecord;
  readonly fields: TableRecord | null;
  readonly dataFrom: number;
  readonly notes: readonly TableRecord[];
}

/** Finds the header of a table among the records before its first day. */
export function headerOf(records: readonly TableRecord[], days: DayColumn): Header | NoLayout {
  const before = records.slice(0, days.first).filter(({ cells }) => !isBlank(cells));
  const [first] = records;
  if (first === undefined) return { problem: "Cannot find a header: the file is empty", line: 1 };
  const dated = before.findLastIndex(({ cells }) => headingOf(cells[days.at] ?? "x") === "date");
  if (before.length === 0) return headless(first);
  const at = dated >= 0 ? dated : days.first === records.length ? firstWide(before) : undatedAt(before, days.at);
  const record = before[at] ?? first;
  const isNameOfIndex = dated >= 0 && isBlankBeside(record.cells, days.at) && at > 0;
  const names = isNameOfIndex ? before[at - 1] ?? record : record;
  const above = before.slice(0, isNameOfIndex ? at - 1 : at).filter(({ cells }) => !isFactLabel(cells[days.at]));
  const levels = nearestLevels(above, names, days.at);
  const fields = levels?.levels ?? null;
  const used = levels === null ? [names, record] : [levels.upper, names, record];
  const rest = before.slice(at + 1);
  // Rows without a day directly below the header are units, or rows with a broken day.
  const isData = days.first === records.length ||
    rest.some(({ cells }) => !isFactLabel(cells[days.at]) && cells.some((cell, k) => k !== days.at && isNumber(cell)));
  const dataFrom = isData ? records.indexOf(record) + 1 : days.first;
  const notes = before.filter((one) => !used.includes(one) && (!isData || records.indexOf(one) < dataFrom));
  return fields === null
    ? { record: names, fields: null, dataFrom, notes }
    : { record: fields.names, fields: fields.fields, dataFrom, notes };
}

/**
 * Returns the place of the header among lines without a heading of days: the line that is labelled as that of names,
 * with lines of codes or currencies below it, or else the last line.
 */
function undatedAt(before: readonly TableRecord[], dateAt: number): number {
  const labelled = before.findLastIndex(({ cells }) => isNamesLabel(cells[dateAt]));
  const areFacts = labelled >= 0 && before.slice(labelled + 1).every(({ cells }) => isFactLabel(cells[dateAt]));
  return areFacts ? labelled : before.length - 1;
}

/** Words before the names of assets, and before facts of them such as codes and currencies, in lines of headings. */
const NAME_LABELS = new Set(["name", "names", "company", "companyname", "security", "instrument", "ticker", "symbol"]);
const FACT_LABELS = new Set([
  ...[
    "code",
    "codes",
    "currency",
    "currencies",
    "ccy",
    "curr",
    "isin",
    "sedol",
    "cusip",
    "ric",
    "mnemonic",
    "datatype",
  ],
  ...["type", "unit", "units", "exchange", "market", "country", "sector", "industry", "frequency", "field", "fields"],
  ...["period", "periodicity", "interval", "start", "end", "startdate", "enddate", "from", "to", "source", "timezone"],
]);

function isNamesLabel(cell = ""): boolean {
  return NAME_LABELS.has(plainHeading(cell));
}

function isFactLabel(cell = ""): boolean {
  return FACT_LABELS.has(plainHeading(cell));
}

function headless(first: TableRecord): Header | NoLayout {
  const { cells, line } = first;
  const numbers = cells.filter(isNumber).length;
  if (cells.length > 1 && numbers > 0) {
    const what = "the first line is a date with numbers; put the names of the columns above it";
    return { problem: `Cannot find a header: ${what}`, line };
  }
  return { record: first, fields: null, dataFrom: 1, notes: [] };
}

/** Returns the place of the first record of several cells, or of the first at all. */
function firstWide(records: readonly TableRecord[]): number {
  return Math.max(0, records.findIndex(({ cells }) => cells.filter((cell) => cell !== "").length > 1));
}

/** Whether a record has no cell with a text. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === "");
}

function isBlankBeside(cells: readonly string[], at: number): boolean {
  return cells.length > 1 && cells.every((cell, k) => k === at || cell === "");
}
