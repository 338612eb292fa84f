import { UnreadableFile } from "../unreadable_file.ts";

/** Number of bytes from which UTF-16 without a byte order mark is recognised. */
const BEGIN_BYTES = 2_000;
/** Share of zero bytes at even or odd places that only UTF-16 has. */
const ZEROS_OF_UTF16 = 0.4;
/** Regular expression for characters that no text has. */
// deno-lint-ignore no-control-regex -- the characters that no text has are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x9f]/;

/**
 * Decodes a text file: UTF-16 or UTF-8 by its byte order mark or its bytes, else Windows-1252. Throws `UnreadableFile`
 * where a character is in it that no text has.
 */
export function decodedText(file: Uint8Array): string {
  const text = new TextDecoder(encodingOf(file)).decode(file);
  const found = NO_TEXT.exec(text);
  if (found === null) return text;
  const line = text.slice(0, found.index).split("\n").length;
  const code = text.charCodeAt(found.index).toString(16).toUpperCase().padStart(4, "0");
  throw new UnreadableFile(
    `it is not a text file: its line ${line} has the control character U+${code}; download it again`,
  );
}

function encodingOf(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  const [even, odd] = [zerosAt(file, 0), zerosAt(file, 1)];
  if (odd >= ZEROS_OF_UTF16 && even < odd) return "utf-16le";
  if (even >= ZEROS_OF_UTF16 && odd < even) return "utf-16be";
  return isUtf8(file) ? "utf-8" : "windows-1252";
}

/** Returns the share of zeros among the bytes at even (0) or odd (1) places at the beginning of a file. */
function zerosAt(file: Uint8Array, place: 0 | 1): number {
  const bytes = file.subarray(0, BEGIN_BYTES).filter((_, i) => i % 2 === place);
  return bytes.length === 0 ? 0 : bytes.filter((byte) => byte === 0).length / bytes.length;
}

function isUtf8(file: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
