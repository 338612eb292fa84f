import { fieldsByValues } from "./fields_by_values.ts";
import { type HeadedColumn, headedColumns } from "./headed_column.ts";
import { isSum } from "./heading.ts";
import type { Layout, NoLayout } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";
import { ofLongForm } from "./long_form.ts";
import { ofOneAsset } from "./one_asset.ts";

/** Tells the columns under one line of headings apart: of the long form, of one asset, or an asset each. */
export function ofOneLine(parts: LayoutParts): Layout | NoLayout {
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
    leftOut: { index: indexNames, fields: left.map(({ name }) => name).filter((name) => name !== "") },
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
  const left = isWanted ? [] : columns.filter((column) => isNoAsset(column, columns));
  const named = columns.filter((column) => !left.includes(column));
  return as({ form: "wide", columns: named.map(({ name, at }) => ({ name, at, closeAt: at })) }, left);
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
