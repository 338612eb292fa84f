import type { Doubt } from "../../src/domain/doubt.ts";
import { readAs } from "../../src/doubts/kinds/read_as.ts";
import { DecodedText } from "../../src/tables/decoded_text.ts";
import { isArchive, KIND_BYTES, refuseOtherKinds } from "../../src/tables/refuse_other_kinds.ts";
import { UnreadableTable } from "../../src/tables/unreadable_table.ts";
import { UsageError } from "./arguments.ts";
import { type CsvHistory, type CsvOptions, readCsvHistory, readRecordHistory } from "./csv_history.ts";
import { readBytes } from "./read_text.ts";

/** Largest workbook in bytes. */
const MOST_WORKBOOK_BYTES = 64 * 1024 * 1024;

/**
 * Reads a table from a file of text in any usual encoding, or from an .xlsx workbook, which its first bytes tell.
 * Errors in its contents are returned as faults. Throws `UsageError` where the file cannot be read or is of another
 * kind.
 */
export async function readTableFile(path: string, options: CsvOptions): Promise<CsvHistory> {
  const named = { name: nameOf(path), ...options };
  const bytes = readBytes(path);
  try {
    const begin = await beginOf(bytes);
    refuseOtherKinds(begin);
    if (isArchive(begin)) return await readWorkbookTable(begin, bytes, named);
    const decoder = new DecodedText();
    const history = await readCsvHistory(decodedPieces(decoder, begin, bytes), named);
    return decoder.encoding === "windows-1252" ? { ...history, doubts: [...history.doubts, IN_WINDOWS_1252] } : history;
  } catch (error) {
    if (error instanceof UnreadableTable) throw new UsageError(`Cannot read "${path}": ${error.message}`);
    throw error;
  } finally {
    await bytes.return(undefined);
  }
}

const IN_WINDOWS_1252: Doubt = readAs.about([], {
  what: "letters",
  from: "letters beyond ASCII",
  to: "Windows-1252",
  why: "the file is no UTF-8",
});

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

async function* decodedPieces(
  decoder: DecodedText,
  begin: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string> {
  yield decoder.take(begin);
  for await (const chunk of rest) yield decoder.take(chunk);
  yield decoder.end();
}

async function readWorkbookTable(
  begin: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
  options: CsvOptions,
): Promise<CsvHistory> {
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
