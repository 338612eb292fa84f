import type { ColumnMeaning } from "../statement.ts";
import { refusalOfMissing } from "./column_refusals.ts";
import type { ColumnChoice } from "./fitting_columns.ts";
import { isFigure } from "./is_figure.ts";
import type { LayoutColumn } from "./layout.ts";
import type { SearchedTable } from "./searched_table.ts";
import { withoutColumns } from "./without_columns.ts";

/** Adds the columns of texts: names, fund houses and kinds of instruments. */
export function withTexts(search: SearchedTable, known: ColumnChoice): ColumnChoice {
  const columns = new Map(known);
  for (const [word, column] of search.placed(columns)) {
    const form = search.layout.columns.find((one) => one.word === word)?.form;
    if (form !== undefined && !isFigure(form)) columns.set(word, column);
  }
  const missing = search.layout.columns.filter(({ word, form }) => form === "text" && !columns.has(word));
  const free = search.free(columns).filter((column) => search.forms.holds(column, "text"));
  const [one, ...otherWords] = missing, [only, ...otherColumns] = free;
  if (
    one !== undefined && only !== undefined && otherWords.length + otherColumns.length === 0 &&
    search.doubtful.length === 0 &&
    (one.meaning === null || !isNameMeaning(one.meaning) || search.forms.areDistinct(only))
  ) {
    columns.set(one.word, only);
  }
  const isin = search.layout.columns.find(({ form }) => form === "isin")?.word;
  const isinColumn = isin === undefined ? undefined : columns.get(isin);
  const lacksIsin = isinColumn === undefined || search.all.lacksIsin(isinColumn);
  for (const column of search.layout.columns.filter(({ form }) => form === "text")) {
    const isName = column.meaning !== null && isNameMeaning(column.meaning);
    const isNeeded = column.isNeeded === true || (isName && lacksIsin && search.all.lines > 0);
    if (isNeeded && !isSureText(search, column, columns)) throw refusalOfMissing(search, column, columns);
  }
  return columns;
}

/**
 * Whether the column of a text is known well enough that lines without an ISIN can go by it: the header is whole or
 * in the order of the brokerage, or it stands in its place.
 */
function isSureText(search: SearchedTable, { word, meaning }: LayoutColumn, columns: ColumnChoice): boolean {
  const column = columns.get(word);
  if (column === undefined) return false;
  if (search.told.columns.get(word) !== column) return true;
  if (meaning === "name" && !search.forms.holds(column, "text")) return false;
  const areNamesWrong = [...columns].some(([one, at]) => (search.nameAt(at) ?? one) !== one);
  if (areNamesWrong || search.doubtful.length > 0) {
    return search.placed(withoutColumns(columns, [word])).get(word) === column;
  }
  const place = search.placed(withoutColumns(search.named, [word])).get(word);
  if (place !== undefined && place !== column) return false;
  return meaning === "instrument_type" || search.isInOrder() || !search.isDamaged() || place === column;
}

function isNameMeaning(meaning: ColumnMeaning): boolean {
  return meaning === "name" || meaning === "symbol";
}
