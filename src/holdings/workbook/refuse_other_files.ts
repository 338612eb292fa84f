import { entryAt } from "../../domain/entry_at.ts";
import { protectedByPassword } from "./zip_entries.ts";
import { UnreadableFile } from "../unreadable_file.ts";

/** Beginnings of the headers by which text (CSV) statements of brokerages are recognised. */
const STATEMENTS_IN_TEXT: readonly (readonly [header: RegExp, what: string])[] = [
  [/^"?instrument"?,"?qty\.?"?,"?avg\. cost/m, "a list of holdings of Zerodha Kite"],
  [/^"?stock symbol"?,"?company name"?,"?isin code/m, "a portfolio of ICICI Direct"],
  [/^"?trading symbol"?,"?isin"?,"?exchange"?,"?total qty/m, "a list of holdings of Dhan"],
];

const BEGIN_BYTES = 4_096;
/** First bytes of files in Microsoft's compound format: old .xls workbooks and encrypted ones. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];

/**
 * Throws `UnreadableFile` for a file that is not a zip archive, as every .xlsx workbook is; the message says what the
 * file looks like.
 */
export function refuseOtherFiles(file: Uint8Array): void {
  if (file.length === 0) throw new UnreadableFile("it is empty; download it again");
  if (beginsWith(file, ZIP)) return;
  if (beginsWith(file, COMPOUND_FILE)) {
    if (isWithin(file, utf16("EncryptedPackage"))) throw protectedByPassword();
    throw unlike("an .xls workbook");
  }
  const begin = new TextDecoder().decode(file.subarray(0, BEGIN_BYTES)).replace(/^\uFEFF/, "").trimStart()
    .toLowerCase();
  if (begin.startsWith("%pdf")) throw unlike("a PDF document");
  if (/^<(!doctype html|html|head|table|body|meta)\b/.test(begin)) throw unlike("a page of HTML");
  if (begin.startsWith("<") && isText(begin)) throw unlike("XML");
  const statement = STATEMENTS_IN_TEXT.find(([header]) => header.test(begin));
  if (statement !== undefined) throw unlike(statement[1]);
  throw unlike(isText(begin) ? "a text file, for example CSV" : "not a workbook");
}

function unlike(what: string): UnreadableFile {
  return new UnreadableFile(`it is ${what}; an .xlsx workbook of Zerodha Console or Groww is needed`);
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
