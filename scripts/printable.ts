/** Control characters, line and paragraph separators, and what turns the direction of writing. */
// deno-lint-ignore no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A text as a terminal shows it whole, on one line: what would move its cursor, change its colours or turn its writing
 * stands as an escape of JSON, `\u001b`.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
