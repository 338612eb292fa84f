import { type Heading, headingOf } from "./heading.ts";
import type { Layout } from "./layout.ts";

/** A column with its heading, and what the heading names. */
export interface HeadedColumn {
  readonly name: string;
  readonly at: number;
  readonly heading: Heading | null;
}

/** Part of a layout, and the columns that it leaves out. */
export interface FoundColumns {
  readonly layout: Pick<Layout, "form" | "columns"> & Partial<Layout>;
  readonly left: readonly HeadedColumn[];
}

const LETTERS: ReadonlyMap<string, Heading> = new Map([
  ["o", "figure"],
  ["h", "figure"],
  ["l", "figure"],
  ["c", "close"],
  ["v", "figure"],
]);

/** Returns the columns with what their headings name. Single letters are fields only where O, H, L and C all stand. */
export function headedColumns(cells: readonly string[]): readonly HeadedColumn[] {
  const small = new Set(cells.map((cell) => cell.toLowerCase()));
  const areLetters = ["o", "h", "l", "c"].every((letter) => small.has(letter));
  return cells.map((name, at) => {
    const letter = areLetters ? LETTERS.get(name.toLowerCase()) : undefined;
    return { name, at, heading: letter ?? headingOf(name) };
  });
}

/** Returns the first column with a heading. */
export function firstOf(columns: readonly HeadedColumn[], heading: Heading): HeadedColumn | undefined {
  return columns.find((column) => column.heading === heading);
}
