/** What of a JSON text is known before it is parsed. */
export interface JsonShape {
  readonly isTooDeep: boolean;
  readonly hasTooMany: boolean;
}

/**
 * Whether lists and objects of a JSON text lie deeper within one another, or there are more names, texts, lists and
 * objects, than limits allow: one pass over its bytes, which ends where a limit is passed. Of what is no JSON it says
 * something, and nothing is promised.
 */
export function jsonShape(
  bytes: Uint8Array,
  limits: { readonly depth: number; readonly values: number },
): JsonShape {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    const opens = byte === LIST || byte === OBJECT;
    if (byte === QUOTE) at = endOfText(bytes, at);
    if (byte === QUOTE || opens) values++;
    if (opens) depth++;
    else if (byte === END_OF_LIST || byte === END_OF_OBJECT) depth--;
    if (depth > limits.depth) return { isTooDeep: true, hasTooMany: false };
    if (values > limits.values) return { isTooDeep: false, hasTooMany: true };
  }
  return { isTooDeep: false, hasTooMany: false };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

/** Where the quote stands that ends the text which begins at a place; the length where none does. */
function endOfText(bytes: Uint8Array, begin: number): number {
  let at = bytes.indexOf(QUOTE, begin + 1);
  while (at >= 0 && isEscaped(bytes, at)) at = bytes.indexOf(QUOTE, at + 1);
  return at < 0 ? bytes.length : at;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(bytes: Uint8Array, place: number): boolean {
  let first = place;
  while (bytes[first - 1] === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}
