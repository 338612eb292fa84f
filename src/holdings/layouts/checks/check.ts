/**
 * Figures of one line of a statement, by the normalised name of their column. A figure is null where the statement has
 * no such column or the cell has no number.
 */
export interface LineFigures {
  of(word: string): number | null;
  /** Half of the last decimal place that the figures of a column have, by which a rounded figure may be off. */
  rounding(word: string): number;
}

/** Arithmetic that the figures of every line of a statement obey, for example quantity times price is the value. */
export interface Check {
  /** Normalised names of the columns without which the check cannot be made. */
  readonly words: readonly string[];
  /** Normalised names of further columns that it takes into account where they exist. */
  readonly optional: readonly string[];
  /** Says what agrees, for example `"quantity" times "price" is "value"`. */
  readonly sentence: string;
  /** Returns whether the figures of a line agree; null where they do not allow the check. */
  agrees(figures: LineFigures): boolean | null;
}

/** Share of a figure by which floating-point sums and products may be off. */
const NOISE = 1e-9;

/** Whether two figures are equal up to the given rounding. */
export function areEqual(a: number, b: number, rounding: number): boolean {
  return Math.abs(a - b) <= 1.001 * rounding + NOISE * Math.max(Math.abs(a), Math.abs(b));
}

/** Returns the figures of several columns of a line; null where one of them is missing. */
export function figuresOf(figures: LineFigures, words: readonly string[]): readonly number[] | null {
  const values = words.map((word) => figures.of(word)).filter((value) => value !== null);
  return values.length === words.length ? values : null;
}
