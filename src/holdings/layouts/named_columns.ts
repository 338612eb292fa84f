import type { FoundTable } from "./found_table.ts";
import { headerWord, type Layout } from "./layout.ts";

/** Longest text of a cell that can be the header of a column. */
const LONGEST_HEADER = 60;
/** Regular expression for the beginning of a number, with which no column name begins. */
const BEGINS_AS_NUMBER = /^[\s"(+-]*\d/;

/** Columns of a table by the words of its header. */
export interface NamedColumns {
  readonly columns: ReadonlyMap<string, number>;
  /** Words of the layout that several columns of the table have. */
  readonly repeated: readonly string[];
}

/** Returns the columns that the header of a table names. The first of several columns with one name has it. */
export function namedColumns({ headers }: FoundTable, layout: Layout): NamedColumns {
  const words = wordsOf(layout);
  const named = new Map<string, number>();
  const repeated: string[] = [];
  for (const [column, text] of [...headers].sort(([a], [b]) => a - b)) {
    const told = headerWords([text])[0];
    const word = told === undefined ? undefined : words.get(told);
    if (word === undefined) continue;
    if (named.has(word)) repeated.push(word);
    else named.set(word, column);
  }
  return { columns: named, repeated };
}

/** Returns the normalised texts of those cells that can be the header of a column. */
export function headerWords(texts: Iterable<string>): readonly string[] {
  return [...texts].filter((text) => text.length <= LONGEST_HEADER && !BEGINS_AS_NUMBER.test(text)).map(headerWord);
}

/**
 * Returns how many of a layout's columns are named by normalised texts; 0 where one names a column that it never has.
 */
export function namedCount(told: readonly string[], layout: Layout): number {
  if (layout.without?.some((word) => told.includes(word))) return 0;
  const words = wordsOf(layout);
  return new Set(told.map((one) => words.get(one)).filter((word) => word !== undefined)).size;
}

const known = new WeakMap<Layout, ReadonlyMap<string, string>>();

/** Returns a map from every name that a layout's columns have had to their present name. */
function wordsOf(layout: Layout): ReadonlyMap<string, string> {
  const words = known.get(layout) ??
    new Map(
      layout.columns.flatMap(({ word, also = [] }) => [word, ...also].map((one): [string, string] => [one, word])),
    );
  known.set(layout, words);
  return words;
}
