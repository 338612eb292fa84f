import { refusalOfMissing, refusalOfSeveral } from "./column_refusals.ts";
import type { ColumnChoice } from "./fitting_columns.ts";
import { isFigure } from "./is_figure.ts";
import type { SearchedTable } from "./searched_table.ts";
import { withoutColumns } from "./without_columns.ts";

/** Names of the columns of quantities that may be mistaken for pledged ones. */
const BESIDE_PLEDGED: readonly string[] = ["quantity discrepant", "quantity long term"];

/**
 * Refuses a table with a column of figures without a known name that may be a missing column of pledged quantities.
 * `found` are the columns that are known otherwise than by their names.
 */
export function withoutHiddenPledge(search: SearchedTable, columns: ColumnChoice, found: ColumnChoice): ColumnChoice {
  const pledged = search.layout.columns.filter(({ meaning }) => meaning === "pledged_quantity");
  refusePledgeOutOfOrder(search, columns);
  const [missing] = pledged.filter(({ word, isFormer = false }) => !isFormer && !columns.has(word));
  if (missing === undefined || pledged.some(({ word, isFormer }) => isFormer && columns.has(word))) return columns;
  const isDamaged = pledged.some(({ word }) => columns.has(word)) || found.size > 0 || search.doubtful.length > 0 ||
    (search.isNearlyWhole() && search.isDamaged());
  const figures = search.layout.columns.filter(({ form }) => form !== "text").map(({ word }) => word);
  const suspects = search.free(new Map([...columns].filter(([word]) => figures.includes(word)))).filter((column) =>
    search.forms.holds(column, "number") && search.all.hasFigures(column) &&
    (isDamaged || !(search.table.headers.has(column) || search.table.covered.has(column)))
  );
  if (suspects.length > 0) throw refusalOfMissing(search, missing, columns);
  return columns;
}

/**
 * Refuses a table whose columns of long-term and pledged quantities are in another order than the brokerage's, if
 * some are pledged: their names may be exchanged, and no figure of a line tells them apart.
 */
function refusePledgeOutOfOrder(search: SearchedTable, columns: ColumnChoice): void {
  const group = search.layout.columns.filter(({ word, meaning }) =>
    meaning === "pledged_quantity" || BESIDE_PLEDGED.includes(word)
  );
  const places = group.flatMap(({ word }) => columns.get(word) ?? []);
  const isInOrder = places.every((at, i) => i === 0 || at > (places[i - 1] ?? at));
  const [pledged] = group.filter(({ meaning }) => meaning === "pledged_quantity");
  if (pledged === undefined) return;
  const isMisplaced = group.some(({ word, meaning }) =>
    meaning === "pledged_quantity" && standsElsewhere(search, word, columns)
  );
  if (isInOrder && !(isMisplaced && search.isDamaged())) return;
  if (places.some((at) => search.all.hasFigures(at))) throw refusalOfSeveral(search, pledged, places);
}

/** Whether a named column does not stand where the brokerage has it, in a header of another order. */
function standsElsewhere(search: SearchedTable, word: string, columns: ColumnChoice): boolean {
  const column = columns.get(word);
  if (column === undefined || search.isInOrder()) return false;
  return search.placed(withoutColumns(columns, [word])).get(word) !== column;
}

/**
 * Takes the columns of pledged quantities from their place, because names of the header are wrong elsewhere. Refuses
 * a table with further columns of figures where they have no place.
 */
export function withPledgeInPlace(search: SearchedTable, columns: ColumnChoice): ColumnChoice {
  const pledged = search.layout.columns.filter(({ meaning }) => meaning === "pledged_quantity");
  if (pledged.length === 0) return columns;
  const { confirmed } = search.judge.verdictOn(columns);
  const unneeded = search.layout.columns.filter(({ word, form, isNeeded = false }) =>
    isFigure(form) && !isNeeded && !confirmed.has(word)
  );
  const sure = withoutColumns(columns, unneeded.map(({ word }) => word));
  const placed = [...search.placed(sure)].filter(([word, column]) => (search.nameAt(column) ?? word) === word);
  return withoutHiddenPledge(search, new Map([...sure, ...placed]), sure);
}
