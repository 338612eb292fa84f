import { isArrow, readArrowHistory } from "../../src/request/files/arrow_history.ts";
import { type CsvOptions, readRecordHistory } from "../../src/request/files/csv_history.ts";
import type { FileHistory } from "../../src/request/files/history_bytes.ts";
import { readTextHistory } from "../../src/request/files/text_history.ts";
import { isArchive, KIND_BYTES, refuseOtherKinds } from "../../src/tables/refuse_other_kinds.ts";
import { UnreadableTable } from "../../src/tables/unreadable_table.ts";
import { UsageError } from "./arguments.ts";
import { readBytes } from "./read_text.ts";

/** Largest workbook in bytes. */
const MOST_WORKBOOK_BYTES = 64 * 1024 * 1024;

/**
 * Reads a table from a file of text in any usual encoding, from a file or stream of Apache Arrow, or from an .xlsx
 * workbook, which its first bytes tell.
 * Errors in its contents are returned as faults. Throws `UsageError` where the file cannot be read or is of another
 * kind.
 */
export async function readTableFile(path: string, options: CsvOptions): Promise<FileHistory> {
  const named = { name: nameOf(path), ...options };
  const bytes = readBytes(path);
  try {
    const begin = await beginOf(bytes);
    refuseOtherKinds(begin);
    if (isArchive(begin)) return await readWorkbookTable(begin, bytes, named);
    if (isArrow(begin)) return await readArrowHistory(await wholeOf(begin, bytes), named);
    return await readTextHistory(chunksOf(begin, bytes), named);
  } catch (error) {
    if (error instanceof UnreadableTable) throw new UsageError(`Cannot read "${path}": ${error.message}`);
    throw error;
  } finally {
    await bytes.return(undefined);
  }
}

/** Returns the name of a file without its folder and endings, for the asset that it holds alone; `asset` for `-`. */
function nameOf(path: string): string {
  if (path === "-") return "asset";
  return /([^/\\]*?)(\.[a-z]+)?(\.gz)?$/i.exec(path)?.[1] || "asset";
}

/** Returns the first bytes of a file, enough to tell what it is. */
async function beginOf(bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; length < KIND_BYTES;) {
    const { value, done } = await bytes.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function* chunksOf(
  begin: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield begin;
  yield* rest;
}

async function wholeOf(
  begin: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(await Array.fromAsync(chunksOf(begin, rest))).arrayBuffer());
}

async function readWorkbookTable(
  begin: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
  options: CsvOptions,
): Promise<FileHistory> {
  const chunks = [begin];
  let length = begin.length;
  for await (const chunk of rest) {
    length += chunk.length;
    if (length > MOST_WORKBOOK_BYTES) {
      throw new UnreadableTable(`it is a workbook of more than ${MOST_WORKBOOK_BYTES >> 20} MiB; save it as CSV`);
    }
    chunks.push(chunk);
  }
  const file = new Uint8Array(await new Blob(chunks).arrayBuffer());
  // Loads the reader of workbooks only where it is needed, because loading it takes as long as a small run.
  const { workbookRecords } = await import("./workbook_records.ts");
  const { records, doubts } = workbookRecords(file);
  const history = readRecordHistory(records, options);
  return { ...history, doubts: [...doubts, ...history.doubts] };
}
