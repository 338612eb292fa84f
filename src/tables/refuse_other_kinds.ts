import { UnreadableTable } from "./unreadable_table.ts";

/** Number of first bytes that tell what a file is. */
export const KIND_BYTES = 512;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether the first bytes of a file are those of a zip archive, as every .xlsx workbook is. */
export function isArchive(begin: Uint8Array): boolean {
  return beginsWith(begin, ZIP);
}

/** Throws `UnreadableTable` where the first bytes of a file are those of a known kind that holds no table. */
export function refuseOtherKinds(begin: Uint8Array): void {
  if (beginsWith(begin, COMPOUND)) throw new UnreadableTable("it is an .xls workbook; save it as .xlsx or CSV");
  const text = new TextDecoder("latin1").decode(begin.subarray(0, KIND_BYTES)).replace(/^\xef\xbb\xbf/, "").trimStart()
    .toLowerCase();
  if (text.startsWith("%pdf")) throw new UnreadableTable("it is a PDF document; save the table as CSV");
  if (/^<(!doctype html|html|head|table|body|meta)\b/.test(text)) {
    throw new UnreadableTable("it is a page of HTML; save the table as CSV");
  }
  if (text.startsWith("<?xml")) throw new UnreadableTable("it is XML; save the table as CSV");
}

function beginsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return bytes.length >= begin.length && begin.every((byte, at) => bytes[at] === byte);
}
