import { type Heading, headingOf, isSum, isSureFigure, isWeakLevel } from "./heading.ts";
import { looksLikeDay, writtenDay } from "./written_day.ts";
import { MARK, WrittenNumber } from "./written_number.ts";

/** A record of a file: its trimmed cells, and its line. */
export interface TableRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Column of a file whose numbers are the history of an asset. */
export interface ValueColumn {
  readonly name: string;
  readonly at: number;
  /** Column of closes as traded beside adjusted ones; the same column where there is one alone. */
  readonly closeAt: number;
}

/** Where the days, the assets and the values of a table stand. */
export interface Layout {
  /**
   * `wide`: a column for each asset. `one`: the fields of one asset. `levels`: the fields of several assets, under two
   * lines of headings. `long`: a row for each day and asset.
   */
  readonly form: "wide" | "one" | "levels" | "long";
  /** Number of first records that are headings or notes. */
  readonly dataFrom: number;
  readonly header: TableRecord;
  readonly dateAt: number;
  /** Whether the column of days has a heading of days, or a day among the first records. */
  readonly hasDays: boolean;
  /** Column with the names of assets in the long form; -1 in the other forms. */
  readonly symbolAt: number;
  readonly columns: readonly ValueColumn[];
  /** Headings of columns that are left out, by the reason. */
  readonly leftOut: LeftOutColumns;
  /** Records before the header that are left out as notes. */
  readonly notes: readonly TableRecord[];
  /** Whether the values are closes by their headings, and thus no returns. */
  readonly areCloses: boolean;
  /** Name of a column of raw closes that was taken because no adjusted one is there; null otherwise. */
  readonly rawClose: string | null;
}

export interface LeftOutColumns {
  /** Unnamed columns of row numbers beside the days. */
  readonly index: readonly string[];
  /** Columns that are no asset: fields of a share, sums, letters. */
  readonly fields: readonly string[];
  /** Columns of days or times beside the days of the table. */
  readonly days: readonly string[];
}

/** Why no layout was found. */
export interface NoLayout {
  readonly problem: string;
  readonly line: number;
}

export interface LayoutOptions {
  /** Name of the asset of a file that holds one asset alone. */
  readonly name: string;
  /** Names of columns that the caller wants as they are. */
  readonly wanted?: readonly string[];
  /** Whether a single column that names no asset, such as `Close`, is the asset of the file's name. */
  readonly isNamedByFile?: boolean;
}

/** Number of first columns that are looked through for days. */
const MOST_DAY_COLUMNS = 24;
const PLAIN_NUMBER = /^-?\d*\.?\d*$/;
/** Number of days in one column that are enough to tell that it is the column of days. */
const ENOUGH_DAYS = 12;
/** Number of days in one record from which the table stands on its side. */
const DAYS_ON_SIDE = 3;

/** Finds out how a table is laid out from its first records. */
export function layoutOf(records: readonly TableRecord[], options: LayoutOptions): Layout | NoLayout {
  const wide = records.find(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  const onSide = wide !== undefined && wide.cells.slice(0, MOST_DAY_COLUMNS).filter(looksLikeDay).length >= DAYS_ON_SIDE
    ? wide
    : undefined;
  const days = daysOf(records);
  if (onSide !== undefined && days.count <= 1) {
    return { problem: "Cannot read days in a header: a row for each day is needed; turn the table", line: onSide.line };
  }
  const header = headerOf(records, days);
  if ("problem" in header) return header;
  const hasDays = days.first < records.length || headingOf(header.record.cells[days.at] ?? "x") === "date";
  const parts = { records, header, dateAt: days.at, hasDays, options };
  return header.fields === null ? ofOneLine(parts) : ofTwoLevels({ ...parts, fields: header.fields });
}

interface DayColumn {
  readonly at: number;
  /** First record with a day in that column; the number of records where there is none. */
  readonly first: number;
  /** Number of records with a day in the column that has most of them. */
  readonly count: number;
}

/** Finds the column of days: the one with a heading of days, else the first with most days. */
function daysOf(records: readonly TableRecord[]): DayColumn {
  const counts = new Array<number>(MOST_DAY_COLUMNS).fill(0);
  for (const { cells } of records) {
    for (let at = 0; at < Math.min(cells.length, MOST_DAY_COLUMNS); at++) {
      if (isDayShaped(cells[at])) counts[at]++;
    }
    if (counts.includes(ENOUGH_DAYS)) break;
  }
  const most = Math.max(...counts);
  const headed = headedAt(records);
  if (most === 0) {
    const at = Math.max(0, headed);
    const first = records.findIndex(({ cells }) => isNumberOfDay(cells[at] ?? ""));
    return { at, first: first < 0 ? records.length : first, count: 0 };
  }
  const isHeadedNumber = headed >= 0 && headed < MOST_DAY_COLUMNS && counts[headed] === 0 &&
    records.filter(({ cells }) => isNumberOfDay(cells[headed] ?? "")).length >= most;
  const at = headed >= 0 && (isHeadedNumber || 2 * (counts[headed] ?? 0) >= most)
    ? headed
    : counts.findIndex((count) => 2 * count >= most);
  const isDay = isHeadedNumber ? isNumberOfDay : isDayShaped;
  return { at, first: records.findIndex(({ cells }) => isDay(cells[at] ?? "")), count: most };
}

/** Returns the column of the first heading of days; -1 where there is none. */
function headedAt(records: readonly TableRecord[]): number {
  for (const { cells } of records) {
    const at = cells.findIndex((cell) => cell !== "" && !PLAIN_NUMBER.test(cell) && headingOf(cell) === "date");
    if (at >= 0) return at;
  }
  return -1;
}

function isDayShaped(cell: string): boolean {
  // Most cells are numbers, of which only those of eight digits may be days.
  if (cell === "" || (cell.length !== 8 && PLAIN_NUMBER.test(cell))) return false;
  const written = writtenDay(cell);
  return written !== null && written.form !== "serial" && written.form !== "epoch" &&
    (written.form !== "month" || /[a-z-]/i.test(cell));
}

function isNumberOfDay(cell: string): boolean {
  return writtenDay(cell) !== null;
}

/** The record with the names of columns, and the one with their fields where two lines name a column. */
interface Header {
  readonly record: TableRecord;
  readonly fields: TableRecord | null;
  readonly dataFrom: number;
  readonly notes: readonly TableRecord[];
}

function headerOf(records: readonly TableRecord[], days: DayColumn): Header | NoLayout {
  const before = records.slice(0, days.first).filter(({ cells }) => !isBlank(cells));
  const [first] = records;
  if (first === undefined) return { problem: "Cannot find a header: the file is empty", line: 1 };
  const dated = before.findLastIndex(({ cells }) => headingOf(cells[days.at] ?? "x") === "date");
  if (before.length === 0) return headless(first);
  const last = before.length - 1;
  const at = dated < 0 ? (days.first === records.length ? firstWide(before) : last) : dated;
  const record = before[at] ?? first;
  const isNameOfIndex = dated >= 0 && isBlankBeside(record.cells, days.at) && at > 0;
  const names = isNameOfIndex ? before[at - 1] ?? record : record;
  const levels = nearestLevels(before.slice(0, isNameOfIndex ? at - 1 : at), names, days.at);
  const fields = levels?.levels ?? null;
  const used = levels === null ? [names, record] : [levels.upper, names, record];
  const rest = before.slice(at + 1);
  // Rows without a day directly below the header are units, or rows with a broken day.
  const isData = days.first === records.length ||
    rest.some(({ cells }) => cells.some((cell, k) => k !== days.at && isNumber(cell)));
  const dataFrom = isData ? records.indexOf(record) + 1 : days.first;
  const notes = before.filter((one) => !used.includes(one) && (!isData || records.indexOf(one) < dataFrom));
  return fields === null
    ? { record: names, fields: null, dataFrom, notes }
    : { record: fields.names, fields: fields.fields, dataFrom, notes };
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

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === "");
}

function isBlankBeside(cells: readonly string[], at: number): boolean {
  return cells.length > 1 && cells.every((cell, k) => k === at || cell === "");
}

const written = new WrittenNumber();

function isNumber(cell: string): boolean {
  written.read(cell);
  return written.mark !== MARK.none && written.mark !== MARK.missing;
}

interface Levels {
  readonly names: TableRecord;
  readonly fields: TableRecord;
}

/**
 * Returns the nearest line above a header that makes two levels of headings with it in which no asset has a field
 * twice, with these levels; else the line directly above it, if that makes two levels at all. Notes such as the
 * currency of all columns may stand between the names of assets and their fields.
 */
function nearestLevels(
  above: readonly TableRecord[],
  lower: TableRecord,
  dateAt: number,
): { readonly upper: TableRecord; readonly levels: Levels } | null {
  const found = above.toReversed().flatMap((upper) => {
    const levels = levelsOf(upper, lower, dateAt);
    return levels === null ? [] : [{ upper, levels }];
  });
  return found.find(({ levels }) => !hasFieldTwice(levels, dateAt)) ??
    found.find(({ upper }) => upper === above[above.length - 1]) ?? null;
}

function hasFieldTwice({ names, fields }: Levels, dateAt: number): boolean {
  const seen = new Set<string>();
  return names.cells.some((name, at) => {
    const field = headingOf(fields.cells[at] ?? "");
    if (at === dateAt || name === "" || field === "figure") return false;
    const both = `${field} ${name}`, isKnown = seen.has(both);
    seen.add(both);
    return isKnown;
  });
}

/** Returns two lines of headings as that of the assets and that of their fields; null where they are no two levels. */
function levelsOf(
  upper: TableRecord,
  lower: TableRecord,
  dateAt: number,
): Levels | null {
  if (upper.cells.length !== lower.cells.length || upper.cells.some((cell) => looksLikeDay(cell))) return null;
  const carried = { line: upper.line, cells: carriedOn(upper.cells, lower.cells.length, dateAt) };
  const areFieldsUpper = areFields(carried.cells, dateAt), areFieldsLower = areFields(lower.cells, dateAt);
  if (areFieldsUpper === areFieldsLower) return null;
  if (carried.cells.filter((cell, at) => at > dateAt && cell !== "").length === 0) return null;
  return areFieldsUpper ? { names: lower, fields: carried } : { names: carried, fields: lower };
}

/** Returns a line of headings with each blank cell after the days filled from the one before it, as if merged. */
function carriedOn(cells: readonly string[], width: number, dateAt: number): readonly string[] {
  let last = "";
  return Array.from({ length: width }, (_, at) => {
    const cell = cells[at] ?? "";
    if (at <= dateAt) return cell;
    if (cell !== "") last = cell;
    return last;
  });
}

function areFields(cells: readonly string[], dateAt: number): boolean {
  const beside = cells.filter((cell, at) => at !== dateAt && cell !== "" && headingOf(cell) !== "index");
  const fields: readonly (Heading | null)[] = ["close", "adjusted", "level", "figure"];
  return beside.length > 0 && beside.every((cell) => fields.includes(headingOf(cell)));
}

interface Parts {
  readonly records: readonly TableRecord[];
  readonly header: Header;
  readonly hasDays: boolean;
  readonly dateAt: number;
  readonly options: LayoutOptions;
}

function ofTwoLevels(
  { header, dateAt, hasDays, options, fields }: Parts & { readonly fields: TableRecord },
): Layout | NoLayout {
  if (hasFieldTwice({ names: header.record, fields }, dateAt)) {
    const what = `an asset has a field twice below ${listed(header.record.cells, dateAt)}`;
    return { problem: `Cannot tell which column holds the prices of an asset: ${what}`, line: fields.line };
  }
  const byName = new Map<string, Map<Heading | null, number>>();
  const leftOut: string[] = [];
  header.record.cells.forEach((name, at) => {
    if (at === dateAt || name === "") return;
    const field = fields.cells[at] ?? "", heading = headingOf(field);
    const known = byName.get(name) ?? new Map<Heading | null, number>();
    byName.set(name, known);
    if (heading === "figure" || known.has(heading)) leftOut.push(`${field} of ${name}`);
    else known.set(heading, at);
  });
  const columns: ValueColumn[] = [];
  const raw: string[] = [];
  for (const [name, places] of byName) {
    const close = places.get("close") ?? places.get("level"), adjusted = places.get("adjusted");
    const at = adjusted ?? close;
    if (at === undefined) continue;
    columns.push({ name, at, closeAt: close ?? at });
    if (adjusted === undefined) raw.push(name);
    else if (close !== undefined) leftOut.push(`${fields.cells[close] ?? ""} of ${name}`);
  }
  if (columns.length === 0) {
    return { problem: `Cannot find a close among the fields ${listed(fields.cells, dateAt)}`, line: fields.line };
  }
  const { dataFrom, record, notes } = header;
  const one = columns.length === 1 && options.isNamedByFile === true;
  return {
    form: "levels",
    dataFrom,
    header: record,
    dateAt,
    hasDays,
    symbolAt: -1,
    columns: one ? columns.map((column) => ({ ...column, name: options.name })) : columns,
    leftOut: { index: [], fields: leftOut, days: [] },
    notes,
    areCloses: true,
    rawClose: raw.length > 0 ? "Close" : null,
  };
}

function listed(cells: readonly string[], dateAt: number): string {
  const names = [...new Set(cells.filter((cell, at) => at !== dateAt && cell !== ""))].slice(0, 4);
  return names.map((name) => `"${name}"`).join(", ");
}

/** A column with its heading, and what the heading names. */
interface HeadedColumn {
  readonly name: string;
  readonly at: number;
  readonly heading: Heading | null;
}

function ofOneLine(parts: Parts): Layout | NoLayout {
  const { header: { record, dataFrom, notes }, dateAt, hasDays, options } = parts;
  const all = headedColumns(record.cells).filter(({ at }) => at !== dateAt);
  const index = all.filter(({ heading, at }) => heading === "index" && at < dateAt);
  const columns = all.filter((column) => !index.includes(column));
  const base = { dataFrom, header: record, dateAt, hasDays, symbolAt: -1, notes, areCloses: false, rawClose: null };
  const indexNames = index.map(({ name }) => name);
  const isWanted = (options.wanted ?? []).some((name) => columns.some((column) => column.name === name));
  const as = (one: Pick<Layout, "form" | "columns"> & Partial<Layout>, left: readonly HeadedColumn[]): Layout => ({
    ...base,
    ...one,
    leftOut: {
      index: indexNames,
      fields: left.filter(({ name, heading }) => name !== "" && heading !== "date").map(({ name }) => name),
      days: left.filter(({ heading }) => heading === "date").map(({ name }) => name),
    },
  });
  if (!isWanted) {
    const long = ofLongForm(columns, parts);
    if (long !== null) return as(long.layout, long.left);
    const one = ofOneAsset(columns, options);
    if (one !== null && "problem" in one) return { ...one, line: record.line };
    if (one !== null) return as(one.layout, one.left);
  }
  const looksLikeOne = isWanted ? null : fieldsByValues(columns, parts);
  if (looksLikeOne !== null) return { problem: looksLikeOne, line: record.line };
  const left = isWanted ? [] : columns.filter((column) => isNoAsset(column, columns) && !arePrices(column, parts));
  const named = columns.filter((column) => !left.includes(column));
  return as({ form: "wide", columns: named.map(({ name, at }) => ({ name, at, closeAt: at })) }, left);
}

const LETTERS: ReadonlyMap<string, Heading> = new Map([
  ["o", "figure"],
  ["h", "figure"],
  ["l", "figure"],
  ["c", "close"],
  ["v", "figure"],
]);

/** Returns the columns with what their headings name. Single letters are fields only where O, H, L and C all stand. */
function headedColumns(cells: readonly string[]): readonly HeadedColumn[] {
  const small = new Set(cells.map((cell) => cell.toLowerCase()));
  const areLetters = ["o", "h", "l", "c"].every((letter) => small.has(letter));
  return cells.map((name, at) => {
    const letter = areLetters ? LETTERS.get(name.toLowerCase()) : undefined;
    return { name, at, heading: letter ?? headingOf(name) };
  });
}

/** Number of rows from which values tell an open, high, low and close; fewer may be so by chance. */
const LEAST_ROWS_OF_FIELDS = 8;
/** Largest ratio of a high to a low in one row. Prices of different assets are seldom so near in every row. */
const MOST_SPREAD = 1.25;

/**
 * Returns why neighbouring columns cannot be assets: by their values they are the open, high, low and close of one,
 * under headings in another language. In every row one of four columns is the largest and another the smallest, all are
 * near, and neither of the other two is always above the other. Null where no four columns are like that.
 */
function fieldsByValues(columns: readonly HeadedColumn[], { records, header }: Parts): string | null {
  const rows = records.slice(header.dataFrom).filter(({ cells }) =>
    columns.every(({ at }) => (cells[at] ?? "") !== "")
  );
  if (rows.length < LEAST_ROWS_OF_FIELDS) return null;
  for (let first = 0; first + 4 <= columns.length; first++) {
    const four = columns.slice(first, first + 4);
    const values = rows.map(({ cells }) => four.map(({ at }) => numberIn(cells[at] ?? "")));
    if (!areFourFields(values)) continue;
    const names = four.map(({ name }) => `"${name}"`).join(", ");
    return `Cannot take ${names} as assets: by their values they are the open, high, low and close of one; name the ` +
      "columns to take";
  }
  return null;
}

function areFourFields(rows: readonly (readonly number[])[]): boolean {
  const isEvery = (holds: (row: readonly number[]) => boolean): boolean => rows.every(holds);
  if (!isEvery((row) => row.every((value) => value > 0) && Math.max(...row) <= MOST_SPREAD * Math.min(...row))) {
    return false;
  }
  const largest = [0, 1, 2, 3].filter((k) => isEvery((row) => (row[k] ?? NaN) >= Math.max(...row)));
  const smallest = [0, 1, 2, 3].filter((k) => isEvery((row) => (row[k] ?? NaN) <= Math.min(...row)));
  const [high] = largest, [low] = smallest;
  if (largest.length !== 1 || smallest.length !== 1 || high === undefined || low === undefined) return false;
  const [one = 0, other = 0] = [0, 1, 2, 3].filter((k) => k !== high && k !== low);
  const above = rows.filter((row) => (row[one] ?? NaN) > (row[other] ?? NaN)).length;
  const below = rows.filter((row) => (row[one] ?? NaN) < (row[other] ?? NaN)).length;
  return above > 0 && below > 0;
}

/** Returns the number in a cell, whatever its decimal mark; NaN where there is none. */
function numberIn(cell: string): number {
  const digits = cell.replace(/[^\d.,-]/g, ""), at = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const whole = digits.slice(0, at < 0 ? digits.length : at).replace(/[.,]/g, "");
  return digits === "" ? NaN : Number(at < 0 ? whole : `${whole}.${digits.slice(at + 1)}`);
}

interface FoundColumns {
  readonly layout: Pick<Layout, "form" | "columns"> & Partial<Layout>;
  readonly left: readonly HeadedColumn[];
}

/** Finds a column of names of assets with a column of their values. */
function ofLongForm(columns: readonly HeadedColumn[], { records, header, dateAt }: Parts): FoundColumns | null {
  const rows = records.slice(header.dataFrom).filter(({ cells }) => !isBlank(cells));
  const isInLetters = ({ at }: HeadedColumn): boolean => rows.some(({ cells }) => /\p{L}/u.test(cells[at] ?? ""));
  const days = rows.map(({ cells }) => cells[dateAt] ?? "");
  const hasRepeats = new Set(days).size < days.length;
  const isCode = ({ at }: HeadedColumn): boolean =>
    hasRepeats && rows.every(({ cells }) => /^\d*$/.test(cells[at] ?? ""));
  const symbol = columns.find((column) => column.heading === "symbol" && (isInLetters(column) || isCode(column))) ??
    columns.find((column) => column.heading === "word" && isInLetters(column) && hasRepeats);
  if (symbol === undefined || rows.length === 0) return null;
  const beside = columns.filter((column) => column !== symbol);
  const adjusted = firstOf(beside, "adjusted"), close = firstOf(beside, "close") ?? firstOf(beside, "level");
  const returns = beside.find(({ name }) => /^(simple|daily|total)? ?(return|returns|ret)$/i.test(name));
  const numbers = beside.filter(({ at, heading }) =>
    heading !== "word" && rows.some(({ cells }) => isNumber(cells[at] ?? ""))
  );
  const value = adjusted ?? close ?? returns ?? (numbers.length === 1 ? numbers[0] : undefined);
  if (value === undefined) return null;
  const columnsOf = [{ name: value.name, at: value.at, closeAt: (close ?? value).at }];
  return {
    layout: {
      form: "long",
      symbolAt: symbol.at,
      columns: columnsOf,
      areCloses: value.heading === "close" || value.heading === "adjusted",
      rawClose: adjusted === undefined && close !== undefined && beside.length > 1 ? close.name : null,
    },
    left: beside.filter((column) => column !== value),
  };
}

function firstOf(columns: readonly HeadedColumn[], heading: Heading): HeadedColumn | undefined {
  return columns.find((column) => column.heading === heading);
}

/** Finds the adjusted close, or else the close, of a file with the fields of one asset. */
function ofOneAsset(
  columns: readonly HeadedColumn[],
  { name, isNamedByFile = false }: LayoutOptions,
): FoundColumns | { readonly problem: string } | null {
  const named = columns.filter(({ name }) => name !== "");
  const isAlone = named.length === 1, hasOpen = named.some(({ name }) => /^open/i.test(name));
  const level = named.find(({ name, heading }) => heading === "level" && (isAlone || hasOpen || !isWeakLevel(name)));
  const adjusted = firstOf(named, "adjusted"), close = firstOf(named, "close") ?? level;
  const figures = named.filter(({ heading }) => heading === "figure");
  const unknown = named.filter(({ heading }) => heading === null);
  const value = adjusted ?? close;
  const sure = named.filter(({ name }) => isSureFigure(name));
  if (value === undefined) {
    const isTickers = sure.every(({ name }) => name === name.toUpperCase());
    if (unknown.length > 0 || sure.length < 2 || (sure.length === 2 && isTickers)) return null;
    return { problem: `Cannot find a close among ${sure.map((one) => `"${one.name}"`).join(", ")}` };
  }
  if (isAlone && !isNamedByFile) return null;
  const fields = figures.length + (adjusted === undefined ? 0 : 1) + (close === undefined ? 0 : 1);
  if (!isAlone && (fields < 2 || unknown.length > fields)) return null;
  const column = { name, at: value.at, closeAt: (close ?? value).at };
  const rawClose = adjusted === undefined && close !== undefined && !isAlone ? close.name : null;
  return {
    layout: { form: "one", columns: [column], areCloses: !isAlone, rawClose },
    left: columns.filter((one) => one !== value),
  };
}

/** Fewest cells that tell prices from days. */
const LEAST_PRICES = 3;

/**
 * Whether a column below a heading of days or times in capitals, such as DT or TIME, holds the prices of an asset of
 * that name: numbers of which some have decimals, none is a day, and some rise and some fall.
 */
function arePrices({ name, at, heading }: HeadedColumn, { records, header, hasDays }: Parts): boolean {
  if (!hasDays || heading !== "date" || name !== name.toUpperCase()) return false;
  const cells = records.slice(header.dataFrom).map((record) => record.cells[at] ?? "").filter((cell) => cell !== "");
  if (cells.length < LEAST_PRICES || cells.some((cell) => !isNumber(cell) || isDayShaped(cell))) return false;
  const values = cells.map(numberIn), steps = values.slice(1).map((value, i) => value - (values[i] ?? NaN));
  const hasDecimals = values.some((value) => !Number.isInteger(value));
  return hasDecimals && values.some((value) => value >= 1) && steps.some((step) => step > 0) &&
    steps.some((step) => step < 0);
}

/**
 * Whether a heading among those of assets names none: letters, a sum, a further day, or a figure not in capitals. Open,
 * High and Low alone may be assets, for example portfolios of shares of low risk.
 */
function isNoAsset({ name, heading }: HeadedColumn, columns: readonly HeadedColumn[]): boolean {
  if (columns.length === 1) return false;
  if (heading === "date" || heading === "word") return true;
  const isTicker = name === name.toUpperCase() && name.length <= 6;
  if (isTicker) return false;
  return isSum(name) || (heading === "figure" && !/^(open|high|low|average)$/i.test(name));
}
