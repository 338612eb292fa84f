import { writtenNumbers } from "../../format/written_number.ts";

/** A line of two columns that was pasted. */
export interface PastedPair {
  readonly name: string;
  readonly text: string;
  /** The second column as a number; null where it is none. */
  readonly number: number | null;
}

/**
 * Returns the lines of a pasted text that have two columns, apart by a tab, a semicolon or a comma. Empty for a text of
 * one column, which is no table.
 */
export function pastedPairs(text: string): readonly PastedPair[] {
  const lines = text.split(/\r?\n|\r/).map(columnsOf)
    .filter(([name = "", second = ""]) => name !== "" && second !== "");
  // The whole column is written in one way, so that 1,500 is the same in each line.
  const numbers = writtenNumbers(lines.map(([, second = ""]) => second));
  return lines.map(([name = "", second = ""], index) => ({ name, text: second, number: numbers[index] ?? null }));
}

function columnsOf(line: string): readonly string[] {
  const mark = ["\t", ";", ","].find((one) => line.includes(one));
  return mark === undefined ? [line.trim()] : line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}
