/** Signs that turn the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** Words that are written from right to left, with the digits and marks between them. */
const FROM_RIGHT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*/gu;

/** A text that a sentence quotes, with signs of its own before quotation marks within it. */
const QUOTED = /"((?:[^"\\]|\\.)*)"/gs;
/** Most characters of a quoted text that a sentence shows: enough to know it again. */
const MOST_QUOTED = 80;

/**
 * Returns a sentence that may name texts of a user, such as assets, so that such a text turns nothing around: without
 * the signs that do, and with each part that runs from right to left isolated (U+2068, U+2069). Of a long text that it
 * quotes, it has the beginning.
 */
export function told(sentence: string): string {
  return sentence.replace(TURNS, "").replace(QUOTED, quotedBriefly).replace(FROM_RIGHT, "\u2068$&\u2069");
}

function quotedBriefly(quoted: string, text: string): string {
  if (text.length <= MOST_QUOTED) return quoted;
  const signs = [...text];
  return signs.length <= MOST_QUOTED ? quoted : `"${signs.slice(0, MOST_QUOTED - 1).join("")}…"`;
}
