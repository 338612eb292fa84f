import { writtenNumber } from "./written_number.ts";

/** What stands in a field for a number. */
export interface TypedNumber {
  /** The number; undefined for an empty field, and where the text is none. */
  readonly value: number | undefined;
  /** Sentence on a text that is no number; null if there is nothing wrong. */
  readonly fault: string | null;
}

/** Reads the text of a field for a number, as every field of the console does. */
export function typedNumber(text: string): TypedNumber {
  if (text.trim() === "") return { value: undefined, fault: null };
  const value = writtenNumber(text);
  return value === null
    ? { value: undefined, fault: `Cannot read "${text.trim()}" as a number: write it like 0.1, 10 % or 1500` }
    : { value, fault: null };
}
