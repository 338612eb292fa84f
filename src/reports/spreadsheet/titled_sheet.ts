import type { Cell, Sheet } from "./sheet.ts";

/** Type of a column of a spreadsheet: its title, and a function that returns its cell for an item. */
export type Column<Item> = readonly [title: string, cellOf: (item: Item) => Cell];

/** Builds a sheet of a spreadsheet with a row for each item; null where there are no items. */
export function titledSheet<Item>(
  name: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Sheet | null {
  if (items.length === 0) return null;
  return {
    name,
    titles: columns.map(([title]) => title),
    height: items.length,
    rows: () => items.map((item) => columns.map(([, cellOf]) => cellOf(item))),
  };
}
