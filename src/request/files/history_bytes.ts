import { matrix } from "../../domain/matrix.ts";
import type { UploadFormat } from "../../domain/upload.ts";
import { isArchive, KIND_BYTES, refuseOtherKinds } from "../../tables/refuse_other_kinds.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import type { CsvHistory, CsvOptions } from "./csv_history.ts";
import { isArrow, readArrowHistory } from "./arrow_history.ts";
import { readTextHistory } from "./text_history.ts";

/** Type of a history that was read from the bytes of a file, with the places of its rows and columns in a text. */
export type FileHistory = Omit<CsvHistory, "places"> & Partial<Pick<CsvHistory, "places">>;

const PIECE_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b];

/** Reads a history from the bytes of a file in a format that its sender named. Every error is returned as a fault. */
export async function readHistoryBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { format, ...options }: CsvOptions & { readonly format: UploadFormat },
): Promise<FileHistory> {
  try {
    refuseOtherFormats(bytes.subarray(0, KIND_BYTES), format);
    return await (format === "arrow" ? readArrowHistory(bytes, options) : readTextHistory(piecesOf(bytes), options));
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    const fault = { pointer: `/${options.kind}`, detail: `Cannot read the file: ${error.message}` };
    const table = { dates: [], assets: [], values: matrix(0, 0) };
    return { table, benchmark: null, faults: [fault], doubts: [] };
  }
}

function refuseOtherFormats(begin: Uint8Array, format: UploadFormat): void {
  if (isArchive(begin)) {
    throw new UnreadableTable("it is a zip archive, as every .xlsx workbook is; send its table as CSV or Arrow");
  }
  if (GZIP.every((byte, at) => begin[at] === byte)) {
    throw new UnreadableTable("it is packed by gzip; send it unpacked");
  }
  refuseOtherKinds(begin);
  if (format === "csv" && isArrow(begin)) {
    throw new UnreadableTable('it is Arrow and the upload was made for "csv"; make one with the format "arrow"');
  }
  if (format === "arrow" && !isArrow(begin)) {
    throw new UnreadableTable('it is no Arrow file or stream; make an upload with the format "csv" for text');
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
