import { assetId } from "../../domain/asset.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { matrix } from "../../domain/matrix.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { type HistoryTable, isWithinLimits } from "../parts/history.ts";
import {
  isOfDays,
  isValid,
  type NamedColumn,
  readArrowTable,
  refuseOtherTypes,
  TYPE,
  valuesOf,
  writeNumbers,
} from "./arrow_table.ts";
import { chosenColumns } from "./chosen_columns.ts";
import type { CsvHistory, CsvOptions } from "./csv_history.ts";

/**
 * Reads a table of one column of days and one column of numbers for each asset from a file or stream of Apache Arrow. A
 * null is a missing value. Errors in its contents are returned as faults. Throws `UnreadableTable` for bytes that are
 * no complete Arrow file, or whose columns have other types.
 */
export async function readArrowHistory(
  bytes: Uint8Array<ArrayBuffer>,
  options: CsvOptions,
): Promise<Omit<CsvHistory, "places">> {
  const { columns, rows } = await readArrowTable(bytes), { kind } = options;
  const { days, others } = dayColumnOf(columns);
  const faults = new FaultList();
  const { chosen, benchmark } = chosenColumns(others, options, faults);
  const empty = { table: { dates: [], assets: [], values: matrix(0, 0) }, benchmark: null, doubts: [] };
  if (!isWithinLimits(kind, { assets: chosen.length, rows }, faults)) {
    return { ...empty, faults: faults.told };
  }
  for (const { name, column } of benchmark === null ? chosen : [...chosen, benchmark]) refuseOtherTypes(name, column);
  const read = { dates: daysOf(days), assets: chosen.map(({ name }) => assetId(name)) };
  const values = matrix(rows, chosen.length);
  chosen.forEach((named, at) => writeNumbers(named, values.data, { from: at, step: chosen.length }));
  const prices = benchmark && new Float64Array(rows);
  if (benchmark !== null && prices !== null) writeNumbers(benchmark, prices, { from: 0, step: 1 });
  const ordered = inDayOrder({ ...read, values }, prices);
  return { ...ordered, faults: faults.told, doubts: [] };
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
