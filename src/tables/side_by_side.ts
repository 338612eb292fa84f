import { isDayShaped } from "./day_column.ts";
import { flattened } from "./flattened.ts";
import { type HeadedColumn, headedColumns } from "./headed_column.ts";
import { exactHeadingOf, type Heading, headingOf, withoutNumber } from "./heading.ts";
import { isNumber } from "./is_number.ts";
import type { Layout, NoLayout, TableRecord, ValueColumn } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";
import { writtenDay } from "./written_day.ts";

/** A column of days, and the columns of values behind it. */
interface Block {
  readonly day: HeadedColumn;
  /** Place of the first column behind the block. */
  readonly end: number;
  readonly columns: readonly HeadedColumn[];
}

/** Column of values of a block with the name of its asset, and what it holds of it. */
interface NamedColumn {
  readonly name: string;
  readonly field: string;
  readonly heading: Heading | null;
  readonly dayAt: number;
  readonly at: number;
}

/**
 * Finds assets that stand side by side with a column of days each, as sheets of data services have them. Null where the
 * table has one column of days.
 */
export function ofSideBySide(parts: LayoutParts): Layout | NoLayout | null {
  const { header: { record, dataFrom, notes }, dateAt, records } = parts;
  const rows = records.slice(dataFrom);
  const blocks = blocksOf(headedColumns(record.cells), rows);
  if (blocks.length < 2 || !blocks.some(({ day }) => day.at === dateAt) || !areAlike(blocks)) return null;
  if (blocks.some((block) => !hasPrices(block, rows))) return null;
  if (blocks.some(({ columns }) => columns.some(({ heading }) => heading === "symbol"))) return null;
  const above = notes.findLast(({ cells }) => blocks.every((block) => nameIn(cells, block) !== ""));
  const named = namedColumns(blocks, above);
  if (named === null) {
    const fields = [...new Set(blocks.flatMap(({ columns }) => columns.map(({ name }) => `"${name}"`)))].slice(0, 3);
    const what = "the table has several columns of days; write the name of each asset above its prices";
    return { problem: `Cannot tell whose prices stand below ${fields.join(", ")}: ${what}`, line: record.line };
  }
  const values = blocks.flatMap(({ columns }) => columns);
  const textsAbove = new Set(above?.cells);
  const isFromAbove = named.some(({ name }) => textsAbove.has(name));
  return layoutOfBlocks(named, { ...parts, values, above: isFromAbove ? above : undefined });
}

function blocksOf(columns: readonly HeadedColumn[], rows: readonly TableRecord[]): readonly Block[] {
  const days = columns.filter((column) => isOfDays(column, rows));
  return days.map((day, k) => {
    const end = days[k + 1]?.at ?? columns.length;
    return {
      day,
      end,
      columns: columns.slice(day.at + 1, end).filter(({ name, at }) => name !== "" || hasNumber(rows, at)),
    };
  });
}

/** Whether a column holds days: below a heading of days its first cell is one, below another heading most cells are. */
function isOfDays({ name, at }: HeadedColumn, rows: readonly TableRecord[]): boolean {
  const first = rows.find(({ cells }) => (cells[at] ?? "") !== "")?.cells[at];
  if (isDayHeading(name)) return first === undefined || writtenDay(first) !== null;
  if (first === undefined || !isDayShaped(first)) return false;
  const cells = rows.flatMap(({ cells }) => (cells[at] ?? "") === "" ? [] : [cells[at] ?? ""]);
  // Notes and sums below a short table stand in its column of days.
  return 2 * cells.filter(isDayShaped).length > cells.length;
}

/** Returns a heading of days without the number that a program sets behind equal headings: `Date.1`. */
function plainDayHeading(name: string): string {
  return name.replace(/[._ ]?\d+$/, "").trim().toLowerCase();
}

function isDayHeading(name: string): boolean {
  return headingOf(plainDayHeading(name)) === "date";
}

/** Whether the columns of days have one heading, or names of assets as headings. */
function areAlike(blocks: readonly Block[]): boolean {
  const headings = new Set(blocks.map(({ day: { name } }) => isDayHeading(name) ? plainDayHeading(name) : ""));
  return headings.size === 1;
}

/** Whether prices stand behind the days of a block, or may stand there in later rows where the first ones are blank. */
function hasPrices({ day, columns }: Block, rows: readonly TableRecord[]): boolean {
  const isBlank = rows.every(({ cells }) => (cells[day.at] ?? "") === "");
  return isBlank ? columns.some(({ name }) => name !== "") : columns.some(({ at }) => hasNumber(rows, at));
}

function hasNumber(rows: readonly TableRecord[], at: number): boolean {
  return rows.some(({ cells }) => isNumber(cells[at] ?? ""));
}

/** Returns the first text of a line of headings above a block. */
function nameIn(cells: readonly string[], { day, end }: Block): string {
  return cells.slice(day.at, end).find((cell) => cell !== "" && !isDayHeading(cell)) ?? "";
}

/** Returns the columns of values with the names of their assets; null where an asset has no name. */
function namedColumns(blocks: readonly Block[], above: TableRecord | undefined): readonly NamedColumn[] | null {
  const values = blocks.flatMap(({ day, columns }) =>
    columns.filter(({ heading }) => heading !== "word" && heading !== "date").map((column) => ({ day, column }))
  );
  const split = flattened(values.map(({ column }) => column));
  if (split !== null && values.every(({ column }) => column.name !== "")) {
    return values.map(({ day, column }, k) =>
      namedColumn(column, { day, ...split[k] ?? { name: column.name, field: "" } })
    );
  }
  const names = values.flatMap(({ column: { name } }) => fieldOf(name) === null && name !== "" ? [name] : []);
  const different = new Set(names);
  // Programs number equal headings, so that `PX_LAST.1` beside `PX_LAST` is no other name.
  const areFields = different.size < names.length ||
    names.some((name) => withoutNumber(name) !== name && different.has(withoutNumber(name)));
  const named = blocks.flatMap((block) => {
    const own = areFields ? [] : ofOwnNames(block);
    return own.length > 0 ? own : ofOneName(block, above);
  });
  return named.some(({ name }) => name === "") ? null : named;
}

/** Columns of a block whose headings are names of assets. */
function ofOwnNames({ day, columns }: Block): readonly NamedColumn[] {
  return columns.filter(({ name, heading }) => name !== "" && heading === null)
    .map((column) => namedColumn(column, { day, name: column.name, field: "" }));
}

/** Columns of a block that are fields of one asset, whose name stands above them or above its days. */
function ofOneName(block: Block, above: TableRecord | undefined): readonly NamedColumn[] {
  const { day, columns } = block;
  const own = isDayHeading(day.name) ? "" : day.name;
  const name = own !== "" ? own : above === undefined ? "" : nameIn(above.cells, block);
  return columns.map((column) => namedColumn(column, { day, name, field: column.name }));
}

function namedColumn(
  { at }: HeadedColumn,
  { day, name, field }: { readonly day: HeadedColumn; readonly name: string; readonly field: string },
): NamedColumn {
  return { name, field, heading: fieldOf(field), dayAt: day.at, at };
}

/** Returns the field that a heading names, of which a program may have numbered equal ones: `Close.1`. */
function fieldOf(name: string): Heading | null {
  return name === "" ? null : exactHeadingOf(name) ?? exactHeadingOf(withoutNumber(name));
}

/** Returns how a column that is left out is told: its heading, and the asset that it belongs to. */
function toldName(heading: string, named: NamedColumn | undefined): string {
  if (heading === "") return "without a name";
  return named === undefined || named.field === "" ? heading : `${named.field} of ${named.name}`;
}

function layoutOfBlocks(
  named: readonly NamedColumn[],
  { header, hasDays, above, values }: LayoutParts & {
    readonly above: TableRecord | undefined;
    readonly values: readonly HeadedColumn[];
  },
): Layout | NoLayout {
  const { record, dataFrom, notes } = header;
  const assets = [...Map.groupBy(named, ({ name, dayAt }) => `${dayAt} ${name}`).values()].flatMap((fields) => {
    const of = (...headings: readonly (Heading | null)[]): NamedColumn | undefined =>
      fields.find(({ heading }) => headings.includes(heading));
    const adjusted = of("adjusted"), close = of("close") ?? of("level") ?? (fields.length === 1 ? of(null) : undefined);
    const value = adjusted ?? close;
    return value === undefined ? [] : [{ value, close: close ?? value }];
  });
  if (new Set(assets.map(({ value }) => value.dayAt)).size < new Set(named.map(({ dayAt }) => dayAt)).size) {
    const fields = [...new Set(named.map(({ field }) => `"${field}"`))].slice(0, 4).join(", ");
    return { problem: `Cannot find a close among the fields ${fields}`, line: record.line };
  }
  const columns: readonly ValueColumn[] = assets.map(({ value: { name, at, dayAt }, close }) => (
    { name, at, closeAt: close.at, dayAt }
  ));
  const taken = new Set(columns.map(({ at }) => at)), namedAt = new Map(named.map((one) => [one.at, one]));
  const raw = assets.find(({ value: { heading } }) => heading === "close" || heading === "level");
  const closes = assets.every(({ value: { heading } }) => heading === "close" || heading === "adjusted");
  return {
    form: "side by side",
    dataFrom,
    header: record,
    dateAt: named[0]?.dayAt ?? 0,
    hasDays,
    symbolAt: -1,
    seriesAt: -1,
    currencyAt: -1,
    columns,
    leftOut: {
      index: [],
      days: [],
      fields: values.flatMap(({ at, name }) => taken.has(at) ? [] : toldName(name, namedAt.get(at))),
    },
    notes: notes.filter((note) => note !== above),
    areCloses: closes,
    taken: assets.find(({ value: { field } }) => field !== "")?.value.field ?? null,
    rawClose: raw?.value.field ?? null,
  };
}
