import type { ColumnMeaning } from "../statement.ts";
import { columnLetters } from "./column_letters.ts";
import type { ColumnChoice } from "./fitting_columns.ts";
import { isFigure } from "./is_figure.ts";
import type { LayoutColumn } from "./layout.ts";
import { NotKnown } from "./not_known.ts";
import type { SearchedTable } from "./searched_table.ts";

const MOST_LISTED = 4;
const MOST_OF_HEADER = 40;

const NAMES: Readonly<Record<ColumnMeaning, string>> = {
  isin: "ISIN",
  symbol: "symbol",
  name: "name",
  fund_house: "fund house",
  instrument_type: "instrument type",
  quantity: "quantity",
  pledged_quantity: "pledged quantity",
  price: "price",
  value: "value",
};

/** Returns the refusal of a table in which a column is not known. */
export function refusalOfMissing(search: SearchedTable, column: LayoutColumn, known: ColumnChoice): NotKnown {
  const named = search.named.get(column.word);
  if (named !== undefined) return notSure(search, column, named);
  const considered = search.free(known).filter((one) =>
    isFigure(column.form) ? search.forms.holds(one, "percentage") : search.forms.holds(one, "text")
  );
  const which = considered.length === 0
    ? "every other column with such cells has another name"
    : `considered: ${listed(search, considered)}`;
  return new NotKnown(
    `no column of it is known to be the ${nameOf(column)} (${which}); ${advice(search, column.word)}`,
  );
}

/** Refuses a named column that cannot be relied on, because the header is damaged elsewhere. */
function notSure(search: SearchedTable, column: LayoutColumn, named: number): NotKnown {
  const others = search.free(search.told.columns);
  const why = others.length === 0
    ? "the header is in another order"
    : `others have no known name: ${listed(search, others)}`;
  return new NotKnown(
    `its column ${listed(search, [named])} may not be the ${nameOf(column)}, because no figures confirm it (${why}); ` +
      advice(search, column.word),
  );
}

/** Returns the refusal of a table in which several columns may be one. */
export function refusalOfSeveral(search: SearchedTable, column: LayoutColumn, columns: readonly number[]): NotKnown {
  return new NotKnown(
    `several columns of it may be the ${nameOf(column)} (${listed(search, columns)}); ${advice(search, column.word)}`,
  );
}

function advice(search: SearchedTable, word: string): string {
  const { product } = search.layout;
  return `name the column "${word}" as ${product} does, or send the statement as it was downloaded`;
}

function listed(search: SearchedTable, columns: readonly number[]): string {
  const shown = columns.slice(0, MOST_LISTED).map((column) => {
    const header = search.table.headers.get(column);
    const name = header === undefined ? "without a name" : JSON.stringify(header.trim().slice(0, MOST_OF_HEADER));
    return `${columnLetters(column)} ${name}`;
  });
  const rest = columns.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function nameOf({ meaning, word }: LayoutColumn): string {
  return meaning === null ? word : NAMES[meaning];
}
