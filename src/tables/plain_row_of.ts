import type { Layout, ValueColumn } from "./layout.ts";
import { COLUMN, PlainRow } from "./plain_row.ts";

/**
 * Returns the reader of plain lines of a table with a column of days and one for each asset; null where one column is
 * used twice, for example for two assets.
 */
export function plainRowOf(
  { header, dateAt }: Layout,
  columns: readonly ValueColumn[],
  separator: string,
): PlainRow | null {
  const uses = new Array<number>(header.cells.length).fill(COLUMN.unused);
  uses[dateAt] = COLUMN.day;
  columns.forEach(({ at }, asset) => uses[at] = asset);
  const isOnce = uses.length === header.cells.length && uses.filter((use) => use >= 0).length === columns.length;
  return isOnce && uses[dateAt] === COLUMN.day ? new PlainRow(uses, { assets: columns.length, separator }) : null;
}
