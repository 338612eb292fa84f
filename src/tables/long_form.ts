import { firstOf, type FoundColumns, type HeadedColumn } from "./headed_column.ts";
import { isBlank } from "./header.ts";
import { plainHeading } from "./heading.ts";
import { isNumber } from "./is_number.ts";
import type { TableRecord } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";

const RETURNS = /^(simple|daily|monthly|total)? ?(return|returns|ret)$/i;
/** Headings of tickers that count before codes and ISINs beside them. */
const TICKERS = new Set(["tckrsymb"]);
const CODES = /code|permno|isin|securityid/;
/** Headings of letters that name an asset, and are not the same for all assets. */
const NAMES = new Set(["name", "company", "companyname"]);

const CURRENCIES = new Set(["currency", "ccy", "curr", "currencycode"]);

/** Finds a column of names of assets with a column of their values. */
export function ofLongForm(
  columns: readonly HeadedColumn[],
  { records, header, dateAt, options }: LayoutParts,
): FoundColumns | null {
  const rows = records.slice(header.dataFrom).filter(({ cells }) => (cells[dateAt] ?? "") !== "" && !isBlank(cells));
  const symbol = rows.length === 0 ? undefined : symbolOf(columns, { rows, dateAt });
  if (symbol === undefined) return null;
  const beside = columns.filter((column) => column !== symbol);
  const adjusted = firstOf(beside, "adjusted"), close = firstOf(beside, "close") ?? firstOf(beside, "level");
  const returns = beside.find(({ name }) => RETURNS.test(name));
  const numbers = beside.filter(({ at, heading }) =>
    heading !== "word" && rows.some(({ cells }) => isNumber(cells[at] ?? ""))
  );
  const price = adjusted ?? close, one = numbers.length === 1 ? numbers[0] : undefined;
  const value = options.kind === "returns" ? returns ?? price ?? one : price ?? returns ?? one;
  if (value === undefined) return null;
  const columnsOf = [{ name: value.name, at: value.at, closeAt: (value === price ? close ?? value : value).at }];
  return {
    layout: {
      form: "long",
      symbolAt: symbol.at,
      seriesAt: seriesOf(beside, rows),
      currencyAt: beside.find(({ name }) => CURRENCIES.has(plainHeading(name)))?.at ?? -1,
      columns: columnsOf,
      areCloses: value.heading === "close" || value.heading === "adjusted",
      rawClose: value === close && beside.length > 1 ? close.name : null,
    },
    left: beside.filter((column) => column !== value),
  };
}

/** Returns the column of the series in which the exchange NSE trades a symbol; -1 where there is none. */
function seriesOf(columns: readonly HeadedColumn[], rows: readonly TableRecord[]): number {
  const isSeries = ({ name, at }: HeadedColumn): boolean =>
    ["series", "sctysrs"].includes(plainHeading(name)) && rows.some(({ cells }) => cells[at] === "EQ");
  return columns.find(isSeries)?.at ?? -1;
}

interface LongRows {
  readonly rows: readonly TableRecord[];
  readonly dateAt: number;
}

/** Finds the column of names of assets: by its heading, else as the only column of texts beside one of numbers. */
function symbolOf(columns: readonly HeadedColumn[], { rows, dateAt }: LongRows): HeadedColumn | undefined {
  const days = rows.map(({ cells }) => cells[dateAt] ?? "");
  const hasRepeats = new Set(days).size < days.length;
  const cellsOf = ({ at }: HeadedColumn): readonly string[] => rows.map(({ cells }) => cells[at] ?? "");
  const isInLetters = (column: HeadedColumn): boolean => cellsOf(column).some((cell) => /\p{L}/u.test(cell));
  const isCode = (column: HeadedColumn): boolean =>
    cellsOf(column).every((cell) => /^\d*$/.test(cell)) &&
    (hasRepeats || (CODES.test(plainHeading(column.name)) && isInRuns(cellsOf(column))));
  const symbols = columns.filter((column) => column.heading === "symbol" && (isInLetters(column) || isCode(column)));
  return symbols.find(({ name }) => TICKERS.has(plainHeading(name))) ?? symbols[0] ??
    columns.find((column) => column.heading === "word" && isInLetters(column) && hasRepeats) ??
    onlyTexts(columns, { cellsOf, hasRepeats });
}

/** Whether codes stand in runs, each once, as those of rows that are sorted by them do and prices do not. */
function isInRuns(codes: readonly string[]): boolean {
  const runs = codes.filter((code, at) => code !== "" && code !== codes[at - 1]).length;
  return codes.length > 1 && 4 * runs <= codes.length && runs === new Set(codes.filter((code) => code !== "")).size;
}

/**
 * Returns the column with the names of assets in a table of a row for each day and asset: the only column of texts
 * beside one column of numbers. Where no day stands in two of the first rows, its heading must be one of names, such as
 * `symbol`.
 */
function onlyTexts(
  columns: readonly HeadedColumn[],
  { cellsOf, hasRepeats }: {
    readonly cellsOf: (column: HeadedColumn) => readonly string[];
    readonly hasRepeats: boolean;
  },
): HeadedColumn | undefined {
  const open = columns.filter(({ name, heading }) => name !== "" && (heading === null || heading === "word"));
  const texts = open.filter((column) => cellsOf(column).every((cell) => /\p{L}/u.test(cell) && !isNumber(cell)));
  const named = texts.find(({ name }) => NAMES.has(plainHeading(name)));
  if (named !== undefined) return named;
  const [text, ...others] = texts;
  const isAlone = others.length === 0 && columns.filter(({ name }) => name !== "").length === 2;
  const isNamed = text !== undefined && text.heading === null && hasRepeats;
  return isAlone && isNamed ? text : undefined;
}
