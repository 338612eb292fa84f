import { firstOf, type FoundColumns, type HeadedColumn } from "./headed_column.ts";
import { isBlank } from "./header.ts";
import { isNumber } from "./is_number.ts";
import type { LayoutParts } from "./layout_parts.ts";

/** Finds a column of names of assets with a column of their values. */
export function ofLongForm(
  columns: readonly HeadedColumn[],
  { records, header, dateAt }: LayoutParts,
): FoundColumns | null {
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
