/** Matches control characters, line and paragraph separators, and characters that change the direction of writing. */
// deno-lint-ignore no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Returns a text that a terminal shows complete and on one line. Characters that would move the cursor, change colours
 * or reverse the writing become JSON escapes, for example `\u001b`.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
