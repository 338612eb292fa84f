/**
 * Type of the limits on the shape of a JSON text: `depth` is the nesting of lists and objects, and `values` the number
 * of field names, text values, lists and objects.
 */
export interface JsonShapeLimits {
  readonly depth: number;
  readonly values: number;
}

/** Type of the reason why the shape of a JSON text is refused: nested too deep, or too many values. */
export type JsonShapeFault = "too_deep" | "too_many";

/**
 * Checks nesting depth and number of values of a JSON text (UTF-8) while its bytes arrive in pieces cut anywhere. It
 * makes one pass and stops at the first limit exceeded. For text that is not JSON, the result means nothing.
 */
export class JsonShape {
  readonly #limits: JsonShapeLimits;
  #depth = 0;
  #values = 0;
  #isInText = false;
  /** Number of backslashes at the end of the bytes seen so far, if those bytes end inside a JSON string. */
  #backslashes = 0;
  #fault: JsonShapeFault | null = null;

  constructor(limits: JsonShapeLimits) {
    this.#limits = limits;
  }

  /**
   * Checks the next bytes of the JSON text against the limits of its shape. Returns the limit that is exceeded, now or
   * earlier, or null if none is.
   */
  look(bytes: Uint8Array): JsonShapeFault | null {
    const limits = this.#limits, words = wordsOf(bytes);
    let depth = this.#depth, values = this.#values, fault = this.#fault;
    for (let at = this.#isInText ? this.#leaveText(bytes, 0) : 0; at < bytes.length && fault === null; at++) {
      const byte = bytes[at];
      // Bytes below the letters, other than quotes, open and close nothing and are skipped. Most of a large body is
      // such bytes: numbers, commas and spaces. From the end of a word on, whole words of them are skipped at once.
      if (byte < LETTERS && byte !== QUOTE) {
        if ((at & LAST_OF_WORD) === LAST_OF_WORD) at = BYTES_OF_WORD * plainWordsEnd(words, (at + 1) >> 2) - 1;
        continue;
      }
      const opens = byte === LIST || byte === OBJECT;
      if (byte === QUOTE || opens) values++;
      if (opens) depth++;
      else if (byte === END_OF_LIST || byte === END_OF_OBJECT) depth--;
      if (depth > limits.depth) fault = "too_deep";
      else if (values > limits.values) fault = "too_many";
      if (byte === QUOTE) at = this.#leaveText(bytes, at + 1) - 1;
    }
    this.#depth = depth;
    this.#values = values;
    this.#fault = fault;
    return fault;
  }

  /**
   * Returns the position after the end of the JSON string that continues at `from`, or the number of bytes if the
   * string does not end in them.
   */
  #leaveText(bytes: Uint8Array, from: number): number {
    for (let begin = from;;) {
      const quote = bytes.indexOf(QUOTE, begin);
      const end = quote < 0 ? bytes.length : quote;
      const backslashes = this.#backslashesBefore(bytes, from, end);
      this.#isInText = quote < 0 || backslashes % 2 === 1;
      this.#backslashes = quote < 0 ? backslashes : 0;
      if (quote < 0 || !this.#isInText) return quote < 0 ? bytes.length : quote + 1;
      begin = quote + 1;
    }
  }

  /**
   * Returns the number of backslashes directly before `end`, which decides whether a quote ends a JSON string. If they
   * reach back to `from`, those at the end of the previous bytes are added.
   */
  #backslashesBefore(bytes: Uint8Array, from: number, end: number): number {
    let first = end;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    return end - first + (first === from ? this.#backslashes : 0);
  }
}

/** Returns the whole words of four bytes at the beginning of the bytes; none if the bytes do not lie at a word. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % BYTES_OF_WORD === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : NO_WORDS;
}

/** Returns the first word from `from` on with a byte that is a quote, or has the bit of all letters and brackets. */
function plainWordsEnd(words: Int32Array, from: number): number {
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at], others = word ^ QUOTES;
    // A byte of `others` is 0 where the word has a quote: taking 1 off it sets its highest bit.
    if (((word & LETTER_BITS) | ((others - ONES) & ~others & HIGHEST_BITS)) !== 0) break;
  }
  return at;
}

const BYTES_OF_WORD = 4, LAST_OF_WORD = 3;
const NO_WORDS = new Int32Array(0);
const LETTER_BITS = 0x40404040, QUOTES = 0x22222222, ONES = 0x01010101, HIGHEST_BITS = 0x80808080;
const LETTERS = 0x41;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;
