import { entryAt } from "../domain/entry_at.ts";
import { protectedByPassword } from "./workbook/zip_entries.ts";
import { UnreadableFile } from "./unreadable_file.ts";

const BEGIN_BYTES = 4_096;
/** First bytes of files in Microsoft's compound format: old .xls workbooks and encrypted ones. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const UTF16_LITTLE = [0xff, 0xfe];
const UTF16_BIG = [0xfe, 0xff];
/** Least share of printable bytes in a text, with the zeros of UTF-16 and without. */
const MOSTLY = 0.8;
const LETTERS = 0.4;

/** What a file is: a workbook, or a text of separated values. */
export type KindOfFile = "workbook" | "text";

/**
 * Returns what a file is by its first bytes: a zip archive, as every .xlsx workbook is, or a text. Throws
 * `UnreadableFile` for any other file; the message says what the file looks like.
 */
export function kindOfFile(file: Uint8Array): KindOfFile {
  if (file.length === 0) throw new UnreadableFile("it is empty; download it again");
  if (beginsWith(file, ZIP)) return "workbook";
  if (beginsWith(file, COMPOUND_FILE)) {
    if (isWithin(file, utf16("EncryptedPackage"))) throw protectedByPassword();
    throw unlike("an .xls workbook");
  }
  const begin = new TextDecoder().decode(file.subarray(0, BEGIN_BYTES)).replace(/^\uFEFF/, "").trimStart()
    .toLowerCase();
  if (begin.startsWith("%pdf")) throw unlike("a PDF document");
  if (/^<(!doctype html|html|head|table|body|meta)\b/.test(begin)) throw unlike("a page of HTML");
  if (begin.startsWith("<") && isText(begin)) throw unlike("XML");
  if (isText(begin) || isOtherText(file)) return "text";
  throw unlike("neither a workbook nor a text file");
}

function unlike(what: string): UnreadableFile {
  return new UnreadableFile(
    `it is ${what}; an .xlsx workbook of Zerodha Console or Groww, or a CSV file of Zerodha, Groww or ICICI Direct, ` +
      "is needed",
  );
}

/**
 * Whether a file may be a text in UTF-16 or Windows-1252: by a byte order mark, by few bytes that are no letters, or by
 * letters that alternate with zeros.
 */
function isOtherText(file: Uint8Array): boolean {
  if (beginsWith(file, UTF16_LITTLE) || beginsWith(file, UTF16_BIG)) return true;
  const bytes = file.subarray(0, BEGIN_BYTES);
  const printable = bytes.filter((byte) => byte === 0 || (byte >= 0x20 && byte < 0x7f) || isSpace(byte)).length;
  const letters = bytes.filter((byte) => (byte >= 0x20 && byte < 0x7f) || isSpace(byte)).length;
  return printable >= MOSTLY * bytes.length && letters >= LETTERS * bytes.length;
}

function isSpace(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function beginsWith(file: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, i) => file[i] === byte);
}

function isText(begin: string): boolean {
  // deno-lint-ignore no-control-regex -- the characters that no text has are what is looked for
  return !/[\0-\x08\x0e-\x1f\uFFFD]/.test(begin);
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((character) => [character.charCodeAt(0), 0]));
}

function isWithin(file: Uint8Array, part: Uint8Array): boolean {
  const first = entryAt(part, 0);
  for (let at = file.indexOf(first); at >= 0; at = file.indexOf(first, at + 1)) {
    if (part.every((byte, i) => file[at + i] === byte)) return true;
  }
  return false;
}
