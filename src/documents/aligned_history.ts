import type { Matrix } from "../domain/matrix.ts";
import type { ResultData } from "./run_result.ts";
import type { AssetId } from "../domain/asset.ts";

/** The history that a run is computed from. */
export interface AlignedHistory {
  /** The last day of each return. */
  readonly dates: readonly string[];
  /** Dates × assets, simple returns. */
  readonly returns: Matrix;
  /** Of a benchmark with prices of its own, on the same dates. */
  readonly benchmark: Float64Array | null;
  readonly benchmarkReturnType: "price" | "total" | null;
  readonly data: ResultData;
}

/** The history of a run as it is stored, with the assets of its columns. */
export interface StoredHistory extends AlignedHistory {
  readonly assets: readonly AssetId[];
}

type Header = Omit<StoredHistory, "returns" | "benchmark"> & { readonly hasBenchmark: boolean };

/**
 * A history as bytes: the length of a JSON header (32 bits), the header padded to 8 bytes, then float64 (little-endian)
 * the returns row by row and those of the benchmark. The same history makes the same bytes.
 */
export function encodeHistory({ returns, benchmark, ...rest }: StoredHistory): Uint8Array<ArrayBuffer> {
  const header: Header = { ...rest, hasBenchmark: benchmark !== null };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const at = valuesAt(text.length);
  const bytes = new Uint8Array(at + 8 * (returns.data.length + (benchmark?.length ?? 0)));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, LENGTH_BYTES);
  const values = new Float64Array(bytes.buffer, at);
  values.set(returns.data);
  if (benchmark !== null) values.set(benchmark, returns.data.length);
  return bytes;
}

/** What `encodeHistory` made of it. */
export function decodeHistory(bytes: Uint8Array<ArrayBuffer>): StoredHistory {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const { hasBenchmark, ...rest }: Header = JSON.parse(text);
  const values = new Float64Array(bytes.slice(valuesAt(length)).buffer);
  const [rows, columns] = [rest.dates.length, rest.assets.length];
  return {
    ...rest,
    returns: { rows, columns, data: values.slice(0, rows * columns) },
    benchmark: hasBenchmark ? values.slice(rows * columns) : null,
  };
}

const LENGTH_BYTES = 4;

function valuesAt(headerBytes: number): number {
  return Math.ceil((LENGTH_BYTES + headerBytes) / 8) * 8;
}
