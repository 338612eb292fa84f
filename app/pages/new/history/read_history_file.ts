import { inOrder } from "../../../../src/domain/doubt.ts";
import { readAs } from "../../../../src/doubts/kinds/read_as.ts";
import { DecodedText } from "../../../../src/tables/decoded_text.ts";
import type { ReadTable } from "../../../../src/tables/finished_table.ts";
import { TableReader } from "../../../../src/tables/table_reader.ts";
import { findingsOf } from "./findings_of.ts";
import { csvOf, jsonOf } from "./history_texts.ts";
import type { ReadHistory, ReadingMessage, ReadingOrder, SeriesFacts } from "./reading.ts";

/** Values from which a history is uploaded as a file rather than sent within the request. */
const UPLOADED_FROM_VALUES = 500_000;
/** Steps in which the progress of a reading is told. */
const PROGRESS_STEPS = 25;
/** Names that stand twice of which the page tells. */
const MOST_NAMES = 10;
/** Rows and columns of the table that the page shows. */
const SHOWN_ROWS = 12, SHOWN_COLUMNS = 40;

/**
 * Reads a CSV file or a workbook of prices or returns, as the service reads it: by the same reader, with the same
 * sentences. Throws `UnreadableTable` for a file that is no table.
 */
export async function readHistoryFile(
  { file, kind, limits }: ReadingOrder,
  onProgress: (share: number) => void,
): Promise<ReadingMessage> {
  const reader = new TableReader({ kind, name: file.name.replace(/\.[^.]*$/, "") || "asset", limits });
  const isWorkbook = await beginsWith(file, WORKBOOK);
  const isLatin = isWorkbook ? await pushWorkbook(file, reader) : await pushText(file, { reader, onProgress });
  const table = reader.end();
  const told = table.faults.map(({ detail }) => detail),
    faults = told.length > 0 ? told : [...sizeFaults(table, limits), ...nameFaults(table)];
  if (faults.length > 0) return { kind: "refused", faults };
  const latin = isLatin ? [IN_WINDOWS_1252] : [];
  const doubts = inOrder([...latin, ...table.doubts, ...findingsOf(table, kind)]);
  return { kind: "read", history: { ...historyOf(table, isWorkbook ? null : file), kind, name: file.name, doubts } };
}

/** Returns sentences on a table that is too small or too large for a run; none where it fits. */
function sizeFaults({ days, names, doubts }: ReadTable, limits: ReadingOrder["limits"]): readonly string[] {
  if (days.length === 0 || names.length === 0) {
    const needed = "a column of days is needed, with a column of numbers for each asset beside it";
    return [`Cannot find a row with a day and a number: ${needed}`, ...doubts.map(({ detail }) => detail)];
  }
  const rows = `Cannot take more than ${limits.rows} rows: shorten the history, or send fewer days, such as weeks`;
  return [
    ...days.length > limits.rows ? [rows] : [],
    ...names.length > limits.assets ? [`Cannot take ${names.length} assets: a run takes at most ${limits.assets}`] : [],
  ];
}

/** Returns sentences on names that stand twice, as the service refuses them: one would take the place of the other. */
function nameFaults({ names, places, headerLine }: ReadTable): readonly string[] {
  const seen = new Set<string>(), faults: string[] = [];
  for (const [at, name] of names.entries()) {
    const where = `(line ${headerLine}, column ${(places[at] ?? at) + 1})`;
    if (seen.has(name)) faults.push(`Cannot take asset "${name}" twice ${where}: give one of its columns another name`);
    if (faults.length === MOST_NAMES) break;
    seen.add(name);
  }
  return faults;
}

/** First bytes of every ZIP file, and so of every workbook of Excel. */
const WORKBOOK = [0x50, 0x4b, 0x03, 0x04];

async function beginsWith(file: File, bytes: readonly number[]): Promise<boolean> {
  const begin = new Uint8Array(await file.slice(0, bytes.length).arrayBuffer());
  return bytes.every((byte, at) => begin[at] === byte);
}

/** Reads a text. Returns whether it is in Windows-1252. */
async function pushText(
  file: File,
  { reader, onProgress }: { readonly reader: TableReader; readonly onProgress: (share: number) => void },
): Promise<boolean> {
  const decoder = new DecodedText();
  let done = 0, told = 0;
  for await (const chunk of file.stream()) {
    if (!reader.push(decoder.take(chunk))) break;
    done += chunk.length;
    if (done / file.size < (told + 1) / PROGRESS_STEPS) continue;
    told = Math.floor(PROGRESS_STEPS * done / file.size);
    onProgress(done / file.size);
  }
  reader.push(decoder.end());
  return decoder.encoding === "windows-1252";
}

async function pushWorkbook(file: File, reader: TableReader): Promise<boolean> {
  const { workbookRows } = await import("./workbook_rows.ts");
  for (const { cells, line } of workbookRows(new Uint8Array(await file.arrayBuffer()))) {
    if (!reader.take(cells, line)) break;
  }
  return false;
}

const IN_WINDOWS_1252 = readAs.about([], {
  what: "letters",
  from: "letters beyond ASCII",
  to: "Windows-1252",
  why: "the file is no UTF-8",
});

/** Returns what the page needs of a table. `text` is the file that it was read from, where that is a text. */
function historyOf(table: ReadTable, text: File | null): Omit<ReadHistory, "kind" | "name" | "doubts"> {
  const { days, names, values: { columns, data } } = table;
  const shown = Math.min(columns, SHOWN_COLUMNS);
  const isLarge = data.length > UPLOADED_FROM_VALUES;
  return {
    days: days.length,
    firstDay: days[0] ?? "",
    lastDay: days.at(-1) ?? "",
    series: names.map((name, at) => factsOf(table, name, at)),
    rows: days.slice(0, SHOWN_ROWS).map((day, row) => ({
      day,
      values: Array.from(data.subarray(row * columns, row * columns + shown), (value) => isNaN(value) ? null : value),
    })),
    // A large text is uploaded as it is: the service reads it by the same code, and writing it again takes long.
    sent: isLarge
      ? { as: "upload", csv: text ?? new Blob(csvOf(table)) }
      : { as: "json", json: new Blob(jsonOf(table)) },
  };
}

function factsOf({ days, values: { rows, columns, data } }: ReadTable, name: string, at: number): SeriesFacts {
  let first = -1, last = -1, missing = 0, largest = 0, largestAt = -1;
  for (let row = 0; row < rows; row++) {
    const value = data[row * columns + at] ?? NaN;
    if (Number.isNaN(value)) {
      missing++;
      continue;
    }
    const before = last < 0 ? NaN : data[last * columns + at] ?? NaN;
    const move = value / before - 1;
    if (Math.abs(move) > Math.abs(largest)) [largest, largestAt] = [move, row];
    if (first < 0) first = row;
    last = row;
  }
  return {
    name,
    first: days[first] ?? "",
    last: days[last] ?? "",
    missing,
    gaps: first < 0 ? 0 : missing - first - (rows - 1 - last),
    lastValue: last < 0 ? NaN : data[last * columns + at] ?? NaN,
    largestMove: largestAt < 0 ? null : { size: largest, day: days[largestAt] ?? "" },
  };
}
