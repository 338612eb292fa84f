import type { Doubt } from "../../domain/doubt.ts";
import { readAs } from "../../doubts/kinds/read_as.ts";
import { DecodedText } from "../../tables/decoded_text.ts";
import { type CsvHistory, type CsvOptions, readCsvHistory } from "./csv_history.ts";

/**
 * Reads a table of dates and assets from the bytes of a text in any usual encoding. Errors in its contents are returned
 * as faults. Throws `UnreadableTable` for bytes that are no text.
 */
export async function readTextHistory(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: CsvOptions,
): Promise<CsvHistory> {
  const decoder = new DecodedText();
  const history = await readCsvHistory(decodedPieces(decoder, chunks), options);
  return decoder.encoding === "windows-1252" ? { ...history, doubts: [...history.doubts, IN_WINDOWS_1252] } : history;
}

const IN_WINDOWS_1252: Doubt = readAs.about([], {
  what: "letters",
  from: "letters beyond ASCII",
  to: "Windows-1252",
  why: "the file is no UTF-8",
});

async function* decodedPieces(
  decoder: DecodedText,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  for await (const chunk of chunks) yield decoder.take(chunk);
  yield decoder.end();
}
