import { assetId } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import { matrix } from "../domain/matrix.ts";
import type { UploadKind } from "../domain/upload.ts";
import type { HistoryBeside, HistoryTable } from "./parts/history.ts";

/** Type of a history that was read from an uploaded file, with the doubts about how the file was read. */
export interface UploadedHistory {
  readonly kind: UploadKind;
  readonly table: HistoryTable;
  readonly doubts: readonly Doubt[];
}

interface Header {
  readonly kind: UploadKind;
  readonly dates: readonly string[];
  readonly assets: readonly string[];
  readonly doubts: readonly Doubt[];
}

const LENGTH_BYTES = 4;

/**
 * Encodes the history of an upload as bytes: the length of a JSON header (32 bits), the header, zeros up to a multiple
 * of 8 bytes, then float64 values (little-endian) row by row. Equal histories give equal bytes.
 */
export function encodeUploadedHistory({ kind, table, doubts }: UploadedHistory): Uint8Array<ArrayBuffer> {
  const { dates, assets, values } = table;
  const header: Header = { kind, dates, assets, doubts };
  const text = new TextEncoder().encode(JSON.stringify(header)), at = valuesAt(text.length);
  const bytes = new Uint8Array(at + 8 * values.data.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, LENGTH_BYTES);
  new Float64Array(bytes.buffer, at).set(values.data);
  return bytes;
}

/** Decodes bytes that `encodeUploadedHistory` wrote into a history that comes beside a request body. */
export function decodeUploadedHistory(bytes: Uint8Array<ArrayBuffer>): HistoryBeside {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const { kind, dates, assets, doubts }: Header = JSON.parse(text);
  const at = bytes.byteOffset + valuesAt(length), count = dates.length * assets.length;
  const data = at % 8 === 0
    ? new Float64Array(bytes.buffer, at, count)
    : new Float64Array(bytes.slice(valuesAt(length)).buffer, 0, count);
  const table = { dates, assets: assets.map(assetId), values: matrix(dates.length, assets.length, data) };
  return { kind, source: "request", market: "CUSTOM", table, doubts, isUpload: true };
}

function valuesAt(headerBytes: number): number {
  return Math.ceil((LENGTH_BYTES + headerBytes) / 8) * 8;
}
