const LETTERS = 26;
const FIRST_LETTER = "A".charCodeAt(0);

/** Returns the letters by which spreadsheet programs name a column, from its number, which counts from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(FIRST_LETTER + column % LETTERS);
  return column < LETTERS ? last : columnLetters(Math.floor(column / LETTERS) - 1) + last;
}
