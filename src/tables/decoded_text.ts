import { UnreadableTable } from "./unreadable_table.ts";

/** Encodings of text that are recognised. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Number of first bytes that decide whether a text without a byte order mark is UTF-16. */
const BEGIN_BYTES = 512;
/** Bytes to which the encoding Windows-1252 gives no letter. A file in no other encoding that has one is no text. */
const UNDEFINED = /[\x81\x8d\x8f\x90\x9d]/;
/** A letter of UTF-8 that was decoded as Windows-1252: the first byte of a sequence, and one that continues it. */
const UTF8_AS_1252 =
  /[\u00c3-\u00f4][\u0080-\u00bf\u20ac\u201a-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2018-\u201d]/;
const NO_TEXT = "it is not text in UTF-8, UTF-16 or Windows-1252";

/**
 * Decodes the bytes of a file piece by piece. The encoding follows from the byte order mark or from the bytes: UTF-16,
 * else UTF-8, else Windows-1252. Throws `UnreadableTable` for bytes that are no text or that mix two encodings.
 */
export class DecodedText {
  #encoding: Encoding | null = null;
  #decoder = new TextDecoder("utf-8", { fatal: true });
  /** Whether letters beyond ASCII were already decoded as UTF-8, so that the text cannot become Windows-1252. */
  #hasUtf8 = false;
  #begin: Uint8Array = new Uint8Array();
  #lines = 1;

  /** Encoding of the text; null before the first bytes. */
  get encoding(): Encoding | null {
    return this.#encoding;
  }

  /** Decodes the next bytes. Returns an empty text while too few bytes are known to tell the encoding. */
  take(bytes: Uint8Array): string {
    if (this.#encoding !== null) return this.#decoded(bytes, true);
    this.#begin = joined(this.#begin, bytes);
    return this.#begin.length < BEGIN_BYTES ? "" : this.#takeBegin(true);
  }

  /** Decodes what is left at the end of the file. */
  end(): string {
    const text = this.#encoding === null ? this.#takeBegin(true) : "";
    return text + this.#decoded(new Uint8Array(), false);
  }

  #takeBegin(isStream: boolean): string {
    const begin = this.#begin;
    this.#begin = new Uint8Array();
    this.#encoding = encodingOf(begin);
    if (this.#encoding !== "utf-8") this.#decoder = new TextDecoder(this.#encoding, { fatal: true });
    return this.#decoded(begin, isStream);
  }

  #decoded(bytes: Uint8Array, isStream: boolean): string {
    const text = this.#checked(this.#letters(bytes, isStream));
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lines++;
    return text;
  }

  #letters(bytes: Uint8Array, isStream: boolean): string {
    try {
      const text = this.#decoder.decode(bytes, { stream: isStream });
      // Every letter beyond ASCII takes at least two bytes, so that a text as long as its bytes is ASCII.
      if (text.length !== bytes.length) this.#hasUtf8 = true;
      return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (this.#encoding !== "utf-8") throw new UnreadableTable(`${NO_TEXT}; save it as UTF-8`);
      if (this.#hasUtf8) throw this.#mixed();
      this.#encoding = "windows-1252";
      this.#decoder = new TextDecoder("windows-1252");
      return this.#decoder.decode(bytes, { stream: isStream });
    }
  }

  #checked(text: string): string {
    if (text.includes("\0")) {
      const line = this.#lines + (text.slice(0, text.indexOf("\0")).match(/\n/g)?.length ?? 0);
      throw new UnreadableTable(`${NO_TEXT}: line ${line} has a NUL; save it as UTF-8`);
    }
    if (this.#encoding !== "windows-1252") return text;
    if (UNDEFINED.test(text)) throw new UnreadableTable(`${NO_TEXT}; save it as UTF-8`);
    if (UTF8_AS_1252.test(text)) throw this.#mixed();
    return text;
  }

  #mixed(): UnreadableTable {
    return new UnreadableTable(
      `it mixes UTF-8 and another encoding near line ${this.#lines}; save it as UTF-8`,
    );
  }
}

function encodingOf(begin: Uint8Array): Encoding {
  const [first, second] = begin;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  begin.subarray(0, BEGIN_BYTES).forEach((byte, at) => byte === 0 ? zeros[at % 2] = (zeros[at % 2] ?? 0) + 1 : 0);
  const [even = 0, odd = 0] = zeros, quarter = Math.min(begin.length, BEGIN_BYTES) / 4;
  if (odd > quarter && even === 0) return "utf-16le";
  if (even > quarter && odd === 0) return "utf-16be";
  return "utf-8";
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Decodes a whole file. Throws `UnreadableTable` like `DecodedText`. */
export function decodedText(bytes: Uint8Array): string {
  const text = new DecodedText();
  return text.take(bytes) + text.end();
}

/**
 * Decodes the beginning of a file, which may end within a letter. Bytes that are no text become replacement characters,
 * because only the whole file tells whether it can be read.
 */
export function decodedBegin(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true });
  return text.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : text;
}
