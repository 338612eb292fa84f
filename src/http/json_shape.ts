/** How deep lists and objects may lie within one another, and how many names, texts, lists and objects there may be. */
export interface JsonShapeLimits {
  readonly depth: number;
  readonly values: number;
}

/** Why a JSON text is refused by its shape. */
export type JsonShapeFault = "too_deep" | "too_many";

/**
 * Looks at a JSON text in UTF-8 as its bytes arrive, cut anywhere: one pass, which ends where a limit is passed. Of
 * what is no JSON it says something, and nothing is promised.
 */
export class JsonShape {
  readonly #limits: JsonShapeLimits;
  #depth = 0;
  #values = 0;
  #isInText = false;
  /** Backslashes at the end of what came, where that lies in a text. */
  #backslashes = 0;
  #fault: JsonShapeFault | null = null;

  constructor(limits: JsonShapeLimits) {
    this.#limits = limits;
  }

  /** Looks at the next bytes; which limit is passed, now or before, null while none is. */
  look(bytes: Uint8Array): JsonShapeFault | null {
    const limits = this.#limits;
    let depth = this.#depth, values = this.#values, fault = this.#fault;
    for (let at = this.#isInText ? this.#leaveText(bytes, 0) : 0; at < bytes.length && fault === null; at++) {
      const byte = bytes[at];
      // Most of a large body is numbers, commas and spaces.
      if (byte < LETTERS && byte !== QUOTE) continue;
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

  /** The place behind the text that goes on at a place; the length where it does not end in these bytes. */
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

  /** Those of the bytes before count where nothing else has come since. */
  #backslashesBefore(bytes: Uint8Array, from: number, end: number): number {
    let first = end;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    return end - first + (first === from ? this.#backslashes : 0);
  }
}

const LETTERS = 0x41;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;
