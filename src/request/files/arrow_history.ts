import type { Batch, Column, Table } from "@uwdata/flechette";
import { assetId } from "../../domain/asset.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { matrix } from "../../domain/matrix.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { type HistoryTable, isWithinLimits } from "../parts/history.ts";
import { chosenColumns } from "./chosen_columns.ts";
import type { CsvHistory, CsvOptions } from "./csv_history.ts";

/** First bytes of the file format of Arrow, and of a message of its stream format. */
const FILE_BEGIN = [...new TextEncoder().encode("ARROW1")];
const STREAM_BEGIN = [0xff, 0xff, 0xff, 0xff];

/** Whether the first bytes of a file are those of the file or the stream format of Apache Arrow. */
export function isArrow(begin: Uint8Array): boolean {
  return [FILE_BEGIN, STREAM_BEGIN].some((first) => first.every((byte, at) => begin[at] === byte));
}

/** A column of an Arrow table under its name. */
interface NamedColumn {
  readonly name: string;
  readonly column: Column<unknown>;
}

/**
 * Reads a table of one column of days and one column of numbers for each asset from a file or stream of Apache Arrow. A
 * null is a missing value. Errors in its contents are returned as faults. Throws `UnreadableTable` for bytes that are
 * no complete Arrow file, or whose columns have other types.
 */
export async function readArrowHistory(
  bytes: Uint8Array<ArrayBuffer>,
  options: CsvOptions,
): Promise<Omit<CsvHistory, "places">> {
  const table = await tableOf(bytes), { kind } = options;
  const columns = columnsOf(table), { days, others } = dayColumnOf(columns);
  const faults = new FaultList();
  const { chosen, benchmark } = chosenColumns(others, options, faults);
  const empty = { table: { dates: [], assets: [], values: matrix(0, 0) }, benchmark: null, doubts: [] };
  if (!isWithinLimits(kind, { assets: chosen.length, rows: table.numRows }, faults)) {
    return { ...empty, faults: faults.told };
  }
  for (const { name, column } of benchmark === null ? chosen : [...chosen, benchmark]) refuseOtherTypes(name, column);
  const read = { dates: daysOf(days), assets: chosen.map(({ name }) => assetId(name)) };
  const values = matrix(table.numRows, chosen.length);
  chosen.forEach((named, at) => numbersOf(named, values.data, { from: at, step: chosen.length }));
  const prices = benchmark && new Float64Array(table.numRows);
  if (benchmark !== null && prices !== null) numbersOf(benchmark, prices, { from: 0, step: 1 });
  const ordered = inDayOrder({ ...read, values }, prices);
  return { ...ordered, faults: faults.told, doubts: [] };
}

async function tableOf(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  // Loads the reader of Arrow only where it is needed.
  const { tableFromIPC } = await import("@uwdata/flechette");
  try {
    return tableFromIPC(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    if (/compress|codec/i.test(why)) throw new UnreadableTable("it is compressed Arrow; write it without compression");
    throw new UnreadableTable("it is no complete Arrow file or stream");
  }
}

function columnsOf(table: Table): readonly NamedColumn[] {
  return table.schema.fields.map(({ name }, at) => {
    const column = table.getChildAt(at);
    if (column.length !== table.numRows) throw new UnreadableTable("its Arrow columns have different lengths");
    return { name, column };
  });
}

/** Returns the one column of days and all other columns. Throws `UnreadableTable` where there are none or several. */
function dayColumnOf(
  columns: readonly NamedColumn[],
): { readonly days: NamedColumn; readonly others: readonly NamedColumn[] } {
  const found = columns.filter(({ column }) => isOfDays(column));
  const [days, second] = found;
  if (days === undefined) {
    throw new UnreadableTable("it has no Arrow column of the type date or timestamp; write the days as date32");
  }
  if (second !== undefined) {
    const names = `${shown(days.name)} and ${shown(second.name)}`;
    throw new UnreadableTable(`its Arrow columns ${names} both hold days; keep one of them`);
  }
  return { days, others: columns.filter((column) => column !== days) };
}

/** Numbers of the types of Arrow columns that are read. */
const TYPE = { integer: 2, float: 3, date: 8, timestamp: 10 } as const;

function isOfDays({ type }: Column<unknown>): boolean {
  return type.typeId === TYPE.date || type.typeId === TYPE.timestamp;
}

const OTHER_TYPES: ReadonlyMap<number, string> = new Map([
  [-1, "text"],
  [5, "text"],
  [20, "text"],
  [24, "text"],
  [6, "true and false"],
  [7, "decimals"],
]);

/** Throws `UnreadableTable` for a column that holds no floating-point numbers or integers. */
function refuseOtherTypes(name: string, { type: { typeId } }: Column<unknown>): void {
  if (typeId === TYPE.float || typeId === TYPE.integer) return;
  const held = OTHER_TYPES.get(typeId) ?? "another type";
  throw new UnreadableTable(`its Arrow column ${shown(name)} holds ${held}; write numbers as float64, or leave it out`);
}

/** Writes the numbers of a column into a table of values, NaN for null. */
function numbersOf(
  { name, column }: NamedColumn,
  into: Float64Array,
  { from, step }: { readonly from: number; readonly step: number },
): void {
  let at = from;
  for (const batch of column.data) {
    const { length, validity, nullCount } = batch, values = valuesOf(name, batch);
    for (let i = 0; i < length; i++, at += step) {
      into[at] = nullCount > 0 && !isValid(validity, i) ? NaN : Number(values[i]);
    }
  }
}

type Numbers = ArrayLike<number> | ArrayLike<bigint>;

/** Returns the numbers of a part of a column. Numbers of 16 bits are decoded, because no typed array holds them. */
function valuesOf(name: string, batch: Batch<unknown>): Numbers {
  const { values, length, type } = batch;
  if (!ArrayBuffer.isView(values) || values instanceof DataView || values.length < length) {
    throw new UnreadableTable(`its Arrow column ${shown(name)} is incomplete`);
  }
  if (type.typeId !== TYPE.float || !(values instanceof Uint16Array)) return values;
  return Float64Array.from({ length }, (_, i) => Number(batch.at(i) ?? NaN));
}

function isValid(validity: Uint8Array, i: number): boolean {
  return ((validity[i >> 3] ?? 0) >> (i % 8) & 1) === 1;
}

/**
 * Milliseconds of one unit of a date column (days, milliseconds) and of a timestamp column (seconds to nanoseconds).
 */
const DATE_UNITS = [DAY_MS, 1];
const TIMESTAMP_UNITS = [1_000, 1, 1e-3, 1e-6];

/** Returns the days of a column. Throws `UnreadableTable` for a null and for a time of day that is not midnight. */
function daysOf({ name, column }: NamedColumn): readonly string[] {
  const days: string[] = [];
  for (const batch of column.data) {
    const { length, validity, nullCount, type } = batch, values = valuesOf(name, batch);
    const unit = "unit" in type && typeof type.unit === "number" ? type.unit : 0;
    const ms = (type.typeId === TYPE.date ? DATE_UNITS : TIMESTAMP_UNITS)[unit] ?? 1;
    const zone = "timezone" in type && typeof type.timezone === "string" ? type.timezone : null;
    for (let i = 0; i < length; i++) {
      if (nullCount > 0 && !isValid(validity, i)) {
        throw new UnreadableTable(`its Arrow column ${shown(name)} has no day in row ${days.length + 1}`);
      }
      const day = dayAt(Number(values[i]) * ms, zone);
      if (day === null) {
        const row = `row ${days.length + 1} of its Arrow column ${shown(name)}`;
        throw new UnreadableTable(`${row} is no day; write days as date32, or as timestamps at midnight`);
      }
      days.push(day);
    }
  }
  return days;
}

const LAST_INSTANT_MS = 8.64e15;

/**
 * Returns the day, YYYY-MM-DD, whose midnight is at an instant, in UTC or else in a time zone; null if there is none.
 */
function dayAt(instant: number, zone: string | null): string | null {
  if (!(Math.abs(instant) <= LAST_INSTANT_MS)) return null;
  if (instant % DAY_MS === 0) return new Date(instant).toISOString().slice(0, 10);
  if (zone === null) return null;
  const clock = clockOf(zone)?.format(instant) ?? "";
  return clock.endsWith("00:00:00") ? clock.slice(0, 10) : null;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();

/** Returns the clock of a time zone, which writes `YYYY-MM-DD, hh:mm:ss`; null for an unknown zone. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = newClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function newClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns a history whose rows ascend, where they all descend. Any other disorder is left to the check of dates. */
function inDayOrder(
  table: HistoryTable,
  benchmark: Float64Array | null,
): { readonly table: HistoryTable; readonly benchmark: Float64Array | null } {
  const { dates, values: { rows, columns, data } } = table;
  const descends = rows > 1 && dates.every((day, row) => row === 0 || day < entryAt(dates, row - 1));
  if (!descends) return { table, benchmark };
  const values = matrix(rows, columns);
  for (let row = 0; row < rows; row++) {
    values.data.set(data.subarray((rows - 1 - row) * columns, (rows - row) * columns), row * columns);
  }
  return { table: { ...table, dates: dates.toReversed(), values }, benchmark: benchmark && benchmark.toReversed() };
}
