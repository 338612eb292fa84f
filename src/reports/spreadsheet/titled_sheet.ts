import type { Cell, Sheet } from "./sheet.ts";

/** A column of a sheet: its title, and what it has of each item. */
export type Column<Item> = readonly [title: string, cellOf: (item: Item) => Cell];

/** A sheet with a row for each item; null where there are none. */
export function titledSheet<Item>(
  name: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Sheet | null {
  if (items.length === 0) return null;
  return {
    name,
    titles: columns.map(([title]) => title),
    rows: items.map((item) => columns.map(([, cellOf]) => cellOf(item))),
  };
}
