import { assetId } from "../../domain/asset.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { matrix } from "../../domain/matrix.ts";
import { dayOf } from "../../faults/calendar_date.ts";
import { AlikeFaults, placeOfRow } from "../../faults/alike_faults.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { type DatedKind, type HistoryTable, isWithinLimits } from "./history.ts";
import { isObject } from "../../faults/json_object.ts";
import { shown } from "../../faults/schema_faults.ts";
import { fieldNotFound } from "../../faults/field_not_found.ts";
import { PlainHistory } from "../../tables/plain_history.ts";

/**
 * Reads a history `{dates, series}` of a request body into a table, with NaN for null cells. Reports faults and returns
 * null if its shape is wrong. `checkHistory` checks the values.
 */
export function readInlineHistory(kind: DatedKind, body: unknown, faults: FaultList): HistoryTable | null {
  if (body instanceof PlainHistory) return tableOf(kind, body, faults);
  if (!isObject(body)) {
    faults.add(`/${kind}`, `Cannot take ${shown(body)} for "${kind}": an object of dates and series is needed`);
    return null;
  }
  for (const key of Object.keys(body)) {
    if (key !== "dates" && key !== "series") faults.add(`/${kind}${jsonPointer(key)}`, fieldNotFound(key));
  }
  const dates = readDates(kind, body.dates, faults);
  if (!isObject(body.series)) {
    faults.add(`/${kind}/series`, `Cannot find "series": an object with a list of numbers for each asset is needed`);
    return null;
  }
  return dates === null ? null : readSeries(kind, dates, body.series, faults);
}

/** Returns the table of a history that was read from bytes. Reports faults and returns null if it is too large. */
function tableOf(
  kind: DatedKind,
  { dates, names, values }: PlainHistory,
  faults: FaultList,
): HistoryTable | null {
  if (!isWithinLimits(kind, { assets: names.length, rows: dates.length }, faults)) return null;
  return { dates: dates.map(dayOf), assets: names.map(assetId), values };
}

function readDates(kind: string, dates: unknown, faults: FaultList): readonly string[] | null {
  if (!Array.isArray(dates)) {
    faults.add(`/${kind}/dates`, 'Cannot find "dates": a list of days as YYYY-MM-DD is needed');
    return null;
  }
  return dates.map((date: unknown, row) => {
    if (typeof date === "string") return dayOf(date);
    faults.add(`/${kind}/dates/${row}`, `Cannot read ${shown(date)} as a date: a day as YYYY-MM-DD is needed`);
    return "";
  });
}

function readSeries(
  kind: DatedKind,
  dates: readonly string[],
  series: Readonly<Record<string, unknown>>,
  faults: FaultList,
): HistoryTable | null {
  const names = Object.keys(series);
  if (!isWithinLimits(kind, { assets: names.length, rows: dates.length }, faults)) return null;
  const values = matrix(dates.length, names.length);
  names.forEach((name, column) => {
    const pointer = `/${kind}/series${jsonPointer(name)}`;
    const cells = series[name];
    if (!Array.isArray(cells)) {
      faults.add(pointer, `Cannot take ${shown(cells)} for "${name}": a list of numbers is needed`);
    } else if (cells.length !== dates.length) {
      faults.add(pointer, `Cannot use the ${cells.length} values of "${name}" for ${dates.length} dates`);
    } else {
      const alike = new AlikeFaults();
      cells.forEach((cell: unknown, row) => {
        const isNumber = typeof cell === "number" && !Number.isNaN(cell);
        values.data[row * names.length + column] = isNumber ? cell : NaN;
        if (isNumber || cell === null) return;
        const detail = `Cannot read ${shown(cell)} of "${name}": a number or null is needed`;
        alike.add("unread", { pointer: `${pointer}/${row}`, detail, place: placeOfRow(dates, row) });
      });
      alike.tell(faults);
    }
  });
  return { dates, assets: names.map(assetId), values };
}
