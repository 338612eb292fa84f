import { arePrices } from "./are_prices.ts";
import { ofComparedSymbols } from "./compared_symbols.ts";
import { fieldsByValues } from "./fields_by_values.ts";
import { areOfUnits, flattened, type SplitHeading } from "./flattened.ts";
import { type HeadedColumn, headedColumns } from "./headed_column.ts";
import { headingOf, isSum } from "./heading.ts";
import type { Layout, NoLayout } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";
import { ofLongForm } from "./long_form.ts";
import { ofOneAsset } from "./one_asset.ts";
import { ofTwoLevels } from "./two_levels.ts";
import { writtenDay } from "./written_day.ts";

/** Tells the columns under one line of headings apart: of the long form, of one asset, or an asset each. */
export function ofOneLine(parts: LayoutParts): Layout | NoLayout {
  const { header: { record, dataFrom, notes }, dateAt, hasDays, options } = parts;
  const all = headedColumns(record.cells).filter(({ at }) => at !== dateAt);
  const index = all.filter((column) => column.heading === "index" && (column.at < dateAt || isCount(column, parts)));
  const isIndex = new Set(index), columns = all.filter((column) => !isIndex.has(column));
  const base = {
    dataFrom,
    header: record,
    dateAt,
    hasDays,
    symbolAt: -1,
    seriesAt: -1,
    currencyAt: -1,
    notes,
    areCloses: false,
    taken: null,
    rawClose: null,
  };
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
    const split = flattened(columns);
    if (split !== null) return ofFlattened(columns, split, { ...parts, index: indexNames });
    const compared = ofComparedSymbols(columns, options);
    if (compared !== null) return as(compared.layout, compared.left);
    const long = ofLongForm(columns, parts);
    if (long !== null) return as(long.layout, long.left);
    const one = ofOneAsset(columns, options);
    if (one !== null && "problem" in one) return { ...one, line: record.line };
    if (one !== null) return as(one.layout, one.left);
  }
  const names = new Set(columns.map(({ name }) => name));
  const left = isWanted || columns.length === 1
    ? []
    : columns.filter((column) => isNoAsset(column, names) && !arePrices(column, parts));
  const isLeft = new Set(left), named = columns.filter((column) => !isLeft.has(column));
  // Too many assets are refused for their number alone, which costs less than to look at the values of each.
  const isRead = !isWanted && named.length <= (options.mostAssets ?? Infinity);
  const problem = isRead ? fieldsByValues(columns, parts) ?? otherDaysOf(columns, parts) : null;
  if (problem !== null) return { problem, line: record.line };
  return as({ form: "wide", columns: named.map(({ name, at }) => ({ name, at, closeAt: at })) }, left);
}

/** Reads headings that name an asset and a field as if they were two lines. */
function ofFlattened(
  columns: readonly HeadedColumn[],
  split: readonly SplitHeading[],
  { index, ...parts }: LayoutParts & { readonly index: readonly string[] },
): Layout | NoLayout {
  const { header, options } = parts, { record } = header;
  const named = columns.filter(({ name }) => name !== "");
  const isOfUnits = areOfUnits(split);
  const names = new Array<string>(record.cells.length).fill(""), fields = [...names];
  named.forEach(({ at }, k) => {
    const { name = "", field = "" } = split[k] ?? {};
    names[at] = isOfUnits ? options.name : name;
    fields[at] = field;
  });
  const { line } = record;
  const layout = ofTwoLevels({ ...parts, header: { ...header, record: { line, cells: names } } }, {
    line,
    cells: fields,
  });
  return "problem" in layout ? layout : { ...layout, header: record, leftOut: { ...layout.leftOut, index } };
}

/**
 * Whether a heading among those of assets names none: letters, a sum, a further day, or a figure not in capitals. Open,
 * High and Low alone may be assets, for example portfolios of shares of low risk.
 */
function isNoAsset({ name, heading }: HeadedColumn, names: ReadonlySet<string>): boolean {
  if (isFigureOf(name, names)) return true;
  if (heading === "date" || heading === "word") return true;
  const isTicker = name === name.toUpperCase() && name.length <= 6;
  if (isTicker) return false;
  return isSum(name) || (heading === "figure" && !/^(open|high|low|average)$/i.test(name));
}

/** Returns why the days of assets cannot be told: different ones stand before some of them. Null where they can. */
function otherDaysOf(columns: readonly HeadedColumn[], { records, header, dateAt }: LayoutParts): string | null {
  const rows = records.slice(header.dataFrom);
  const other = columns.find(({ heading, at }) =>
    heading === "date" && rows.some(({ cells }) => writtenDay(cells[at] ?? "") !== null) && columns.some((one) =>
      one.at < at && one.heading === null && one.at > dateAt
    ) &&
    columns.some((one) => one.at > at && one.heading === null) &&
    rows.some(({ cells }) => isOtherDay(cells[dateAt] ?? "", cells[at] ?? ""))
  );
  if (other === undefined) return null;
  const both = `"${header.record.cells[dateAt] ?? ""}" and "${other.name}"`;
  return `Cannot tell the days of the prices behind "${other.name}": ${both} hold different days; ` +
    "give both columns of days one heading where each has prices of its own, or take one out";
}

function isOtherDay(one: string, other: string): boolean {
  const [first, second] = [writtenDay(one), writtenDay(other)];
  if (first === null || second === null) return (one === "" && second !== null) || (other === "" && first !== null);
  if (first.form === "day" && second.form === "day") return first.day !== second.day;
  return first.form === second.form && one !== other;
}

/**
 * Whether a heading is that of another asset with a figure behind or before it, such as `ALFA Volume` or `volume_ALFA`
 * beside `ALFA`.
 */
function isFigureOf(name: string, names: ReadonlySet<string>): boolean {
  for (let at = 1; at < name.length - 1; at++) {
    if (!/[ _.·|:-]/.test(name[at] ?? "")) continue;
    const before = name.slice(0, at), behind = name.slice(at + 1);
    const asset = before.replace(/[ _.·|:-]+$/, "");
    if (isFigure(behind) && names.has(asset)) return true;
    if (isFigure(before) && names.has(behind.replace(/^[ _.·|:-]+/, ""))) return true;
  }
  return false;
}

function isFigure(text: string): boolean {
  return text.length <= MOST_FIGURE_LETTERS && headingOf(text) === "figure" && !NAMES_TOO.test(text);
}

/** Longest words of a figure beside the name of an asset. */
const MOST_FIGURE_LETTERS = 30;

/** Words of figures that may be a part of a name, such as that of an index of shares of low volatility. */
const NAMES_TOO = /(open|high|low|average|quantity)\W*$/i;

/** Whether the cells of a column count the rows, up or down. */
function isCount({ name, at }: HeadedColumn, { records, header }: LayoutParts): boolean {
  const cells = records.slice(header.dataFrom).map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "");
  if (name === "" || cells.length < 2 || !cells.every((cell) => /^\d+$/.test(cell))) return false;
  const steps = new Set(cells.slice(1).map((cell, k) => Number(cell) - Number(cells[k])));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
