/** Signs that turn the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/**
 * Returns a sentence that may name texts of a user, such as assets, without the signs by which such a text would turn
 * the rest of the sentence around.
 */
export function told(sentence: string): string {
  return sentence.replace(TURNS, "");
}
