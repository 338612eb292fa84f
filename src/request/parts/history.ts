import type { AssetId, Market } from "../../domain/asset.ts";
import { isShowable } from "../../domain/bounded_name.ts";
import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { ProviderId } from "../../market_data/provider.ts";
import { isCalendarDate } from "../../faults/calendar_date.ts";
import { AlikeFaults, placeOfRow } from "../../faults/alike_faults.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import type { FilePlaces, Locator } from "./file_places.ts";
import type { HistoryFacts } from "./history_facts.ts";
import { shown } from "../../faults/schema_faults.ts";

/** Largest number of assets of a run on the caller's own data, and of stocks or funds, whose prices are looked up. */
export const MOST_ASSETS = 5_000, MOST_LISTED = 2_000;

/** Largest history of a run: number of assets and number of dates. */
export const HISTORY_LIMITS = { assets: MOST_ASSETS, rows: 10_000 } as const;

/** Kinds of a history with dates. */
export type DatedKind = "prices" | "returns";

/**
 * Type of a history of prices or simple returns (dates × assets), with its source and market. Scenarios are simulated
 * returns without dates.
 */
export interface History {
  readonly kind: DatedKind | "scenarios";
  /**
   * Source of the history: `request` if the caller sent it, in the body or beside it, else the id of the market data
   * provider.
   */
  readonly source: "request" | ProviderId;
  readonly market: Market;
  readonly table: HistoryTable;
  /** What an earlier reading found in the rows, which the table does not have; absent if the table has them. */
  readonly facts?: HistoryFacts;
}

/** Returns whether the history of a run is one of scenarios, and whether these are not equally likely. */
export function scenariosOf(
  { history }: { readonly history: Pick<History, "kind" | "table"> | null },
): { readonly isUnordered: boolean; readonly isWeighted: boolean } {
  return { isUnordered: history?.kind === "scenarios", isWeighted: history?.table.probabilities !== undefined };
}

/** Type of a history that the caller sent, before its market is known. */
export type OwnHistory = Pick<History, "kind" | "table">;

/**
 * Type of a history that comes beside the request body, for example from a file. It replaces the body's `prices` or
 * `returns`.
 */
export interface HistoryBeside extends History {
  /** Faults found while a file with the history was read. Their pointers are into the request body. */
  readonly faults?: readonly Fault[];
  /** Doubts about how the file with the history was read. */
  readonly doubts?: readonly Doubt[];
  /** Where rows and columns stand in the file with the history, for error sentences. */
  readonly places?: FilePlaces;
  /** Name of the column of the history's file that contains the benchmark's prices. */
  readonly benchmarkName?: string;
  /** Whether the history is that of an upload which the body names in its field; false if absent. */
  readonly isUpload?: true;
}

/** Type of the table of a history: one row per date or scenario, and one column per asset. */
export interface HistoryTable {
  /** Dates of the history's rows, as YYYY-MM-DD and strictly ascending. Empty for scenarios, which have none. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Prices or simple returns of the history, dates × assets. NaN if missing. */
  readonly values: Matrix;
  /** Probabilities of the rows, which sum to 1, of scenarios that are not equally likely. Absent otherwise. */
  readonly probabilities?: Float64Array;
}

/**
 * Checks a history with dates and reports faults: repeated or unusable names, dates that are invalid or out of order,
 * columns without a value, and values that are no prices or returns.
 */
export function checkHistory(kind: DatedKind, table: HistoryTable, faults: FaultList, locate: Locator): void {
  const { assets, dates } = table;
  if (assets.length === 0) faults.add(`/${kind}/series`, "Cannot find an asset: at least one series is needed");
  if (dates.length === 0) faults.add(`/${kind}/dates`, "Cannot find a date: at least one row is needed");
  checkNames(`/${kind}/series`, assets, faults, (column) => locate({ row: null, column }));
  checkDates(`/${kind}/dates`, dates, faults, (row) => locate({ row, column: null }));
  const isPercent = kind === "returns" && refusePercent(table, faults, locate);
  for (const column of faultyColumns(kind, table)) checkColumn(kind, table, column, { faults, locate, isPercent });
}

/** From so many returns below -1 on they are one fault, which says that they may be in percent. */
const MANY_BELOW = 4;

/** Reports many returns below -1 as one fault, which names the first of them. Whether there are so many. */
function refusePercent({ assets, dates, values }: HistoryTable, faults: FaultList, locate: Locator): boolean {
  const isBelow = (value: number): boolean => value < LOWEST_RETURN;
  const first = values.data.findIndex(isBelow);
  const count = values.data.reduce((sum, value) => isBelow(value) ? sum + 1 : sum, 0);
  if (count < MANY_BELOW) return false;
  const row = Math.floor(first / values.columns), column = first % values.columns, name = entryAt(assets, column);
  const where = `${locate({ row, column })}, on ${entryAt(dates, row)},`;
  const advice = "a return is a fraction and at least -1; if they are in percent, divide them by 100";
  faults.add(
    `/returns/series${jsonPointer(name)}/${row}`,
    `Cannot use ${entryAt(values.data, first)} of "${name}"${where} and ${
      count - 1
    } further returns below -1: ${advice}`,
  );
  return true;
}

const LOWEST_RETURN = -1;

/** Whether a history has few enough assets and rows to be read. Reports faults if not. */
export function isWithinLimits(
  kind: DatedKind,
  { assets, rows }: { assets: number; rows: number },
  faults: FaultList,
): boolean {
  if (assets > HISTORY_LIMITS.assets) {
    faults.add(`/${kind}/series`, `Cannot take ${assets} assets: a run takes at most ${HISTORY_LIMITS.assets}`);
  }
  if (rows > HISTORY_LIMITS.rows) {
    faults.add(`/${kind}/dates`, `Cannot take ${rows} rows: a run takes at most ${HISTORY_LIMITS.rows}`);
  }
  return assets <= HISTORY_LIMITS.assets && rows <= HISTORY_LIMITS.rows;
}

/** Checks the names of assets at a pointer: 1 to 120 printable characters, each name once. */
export function checkNames(
  base: string,
  names: readonly string[],
  faults: FaultList,
  locate: (column: number) => string = () => "",
): void {
  const seen = new Set<string>();
  names.forEach((name, column) => {
    const pointer = base.endsWith("/assets") ? `${base}/${column}` : base + jsonPointer(name);
    if (name.trim() === "") faults.add(pointer, `Cannot use an empty name for an asset${locate(column)}`);
    else if (name.length > 120 || !isShowable(name) || name === "__proto__") {
      const asked = name === "__proto__" ? "give another one" : "give one of at most 120 printable characters";
      faults.add(pointer, `Cannot use ${shown(name)} as the name of an asset${locate(column)}: ${asked}`);
    }
    if (seen.has(name)) faults.add(pointer, `Cannot take asset "${name}" twice${locate(column)}`);
    seen.add(name);
  });
}

function checkDates(
  base: string,
  dates: readonly string[],
  faults: FaultList,
  locate: (row: number) => string,
): void {
  const alike = new AlikeFaults();
  let last: string | null = null;
  const found = (cause: string, row: number, what: string): void => {
    const where = locate(row), place = placeOfRow(dates, row) + where;
    alike.add(cause, { pointer: `${base}/${row}`, detail: what + where, place });
  };
  dates.forEach((date, row) => {
    if (!isCalendarDate(date)) {
      found("unread", row, `Cannot read ${shown(date)} as a date: a day as YYYY-MM-DD is needed`);
      return;
    }
    if (date === last) found("twice", row, `Cannot take date ${date} twice`);
    else if (last !== null && date < last) {
      found("order", row, `Cannot take date ${date} after ${last}: dates must ascend`);
    }
    last = date;
  });
  alike.tell(faults);
}

/** Returns the columns that have no value, or a value that is no price or return. */
function faultyColumns(kind: DatedKind, { values: { rows, columns, data } }: HistoryTable): readonly number[] {
  const hasValue = new Uint8Array(columns), isFaulty = new Uint8Array(columns);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const value = data[at] ?? NaN;
      if (Number.isNaN(value)) continue;
      hasValue[column] = 1;
      if (whyNot(kind, value) !== null) isFaulty[column] = 1;
    }
  }
  return Array.from(hasValue.keys()).filter((column) => hasValue[column] === 0 || isFaulty[column] === 1);
}

function checkColumn(
  kind: DatedKind,
  { assets, dates, values }: HistoryTable,
  column: number,
  { faults, locate, isPercent }: { faults: FaultList; locate: Locator; isPercent: boolean },
): void {
  const name = entryAt(assets, column);
  const pointer = `/${kind}/series${jsonPointer(name)}`;
  const alike = new AlikeFaults();
  let present = 0;
  for (let row = 0; row < values.rows; row++) {
    const value = values.data[row * values.columns + column] ?? NaN;
    if (Number.isNaN(value)) continue;
    present++;
    const why = whyNot(kind, value);
    if (why === null || (isPercent && value < LOWEST_RETURN)) continue;
    const where = locate({ row, column }), detail = `Cannot use ${value} of "${name}": ${why}${where}`;
    alike.add(why, { pointer: `${pointer}/${row}`, detail, place: placeOfRow(dates, row) + where });
  }
  alike.tell(faults);
  if (present === 0 && values.rows > 0) {
    faults.add(pointer, `Cannot use "${name}": it has no value${locate({ row: null, column })}`);
  }
}

function whyNot(kind: DatedKind, value: number): string | null {
  if (!Number.isFinite(value)) return "a finite number is needed";
  if (kind === "prices") return value > 0 ? null : "a price must be above 0";
  return value >= LOWEST_RETURN && value <= LARGEST_NUMBER
    ? null
    : `a return is at least -1 and at most ${LARGEST_NUMBER}`;
}
