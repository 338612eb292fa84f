/** Where the rows and columns of a history stand in the file from which it was read, as plain data. */
export interface FilePlaces {
  /** Line of the names of columns, and line of each row of the history, from 1. */
  readonly headerLine: number;
  readonly lines: readonly number[];
  /** Column of the file, from 0, with each asset of the history. */
  readonly columns: readonly number[];
}

/**
 * Type of a function that says where a row or a cell of a history stands in a file, as the end of a sentence. It
 * returns an empty text for a request body.
 */
export type Locator = (place: { row: number | null; column: number | null }) => string;

/** Returns a function that says where a row or a cell stands in a file; an empty text where there is no file. */
export function locatorOf(places: FilePlaces | undefined): Locator {
  if (places === undefined) return () => "";
  const { headerLine, lines, columns } = places;
  return ({ row, column }) => {
    const line = row === null ? headerLine : lines[row];
    const at = column === null ? undefined : columns[column];
    return at === undefined ? ` (line ${line})` : ` (line ${line}, column ${at + 1})`;
  };
}
