import type { Doubt } from "../domain/doubt.ts";
import { type Matrix, matrix, sharedMatrix } from "../domain/matrix.ts";
import type { AvailableReturns } from "../estimation/alignment.ts";
import type { ResultData } from "./run_result.ts";
import type { AssetId } from "../domain/asset.ts";
import type { HistoryFacts } from "../request/parts/history_facts.ts";

/** Type of the aligned history from which a run is computed: dates, asset returns, benchmark and factor returns. */
export interface AlignedHistory {
  /** Dates of the asset returns: the last day of each period. Empty for scenarios, which have none. */
  readonly dates: readonly string[];
  /** Simple returns of the assets, as fractions (dates × assets). */
  readonly returns: Matrix;
  /**
   * How much each row of the returns counts, 1 on average, of scenarios that are not equally likely. Absent otherwise.
   */
  readonly rowWeights?: Float64Array;
  /** Returns of a benchmark that has prices of its own, on the same dates; null if there is none. */
  readonly benchmark: Float64Array | null;
  readonly benchmarkReturnType: "price" | "total" | null;
  /** Factor returns (dates × factors) of an estimator, on the same dates; null if no estimator has factors. */
  readonly factors: Matrix | null;
  /**
   * Returns that each asset has on its own, NaN where it has none, from which a run that asks for it estimates; absent
   * in all other runs. `returns` are then those on days that all assets have.
   */
  readonly available?: AvailableReturns;
  readonly data: ResultData;
  /** Traded prices of the assets on the last day; present only if the run buys whole lots. */
  readonly closes?: Float64Array;
}

/** Type of the stored history of a run: the aligned history, and the assets of its columns. */
export interface StoredHistory extends AlignedHistory {
  readonly assets: readonly AssetId[];
  /**
   * Doubts about the run's request. Present if the history was read and aligned when the run was submitted: some of
   * these doubts were found while it was read, and the run does not read it again.
   */
  readonly doubtsOfRequest?: readonly Doubt[];
  /**
   * What later jobs of the run need to know of the rows that the caller sent, so that they do not read them either.
   * Present with the doubts, but absent where an earlier version stored the history.
   */
  readonly facts?: HistoryFacts;
}

interface Header
  extends Omit<StoredHistory, "returns" | "rowWeights" | "benchmark" | "factors" | "closes" | "available"> {
  /** Number of scenarios, which have no dates; absent for returns with dates. */
  readonly scenarios?: number;
  readonly hasRowWeights?: true;
  readonly hasBenchmark: boolean;
  /** Number of factor columns; absent without factors and in files of earlier versions. */
  readonly factorCount?: number;
  readonly closes?: readonly number[];
  /** Dates of the returns that each asset has on its own; absent without such. */
  readonly availableDates?: readonly string[];
}

/**
 * Encodes a history as bytes: the length of a JSON header (32 bits), the header, zeros up to a multiple of 8 bytes,
 * then float64 values (little-endian) row by row: asset returns, benchmark returns, factor returns, and the asset and
 * benchmark returns that are not on common days, and last the weights of the rows. Equal histories give equal bytes.
 */
export function encodeHistory(
  { returns, rowWeights, benchmark, factors, closes, available, ...rest }: StoredHistory,
): Uint8Array<ArrayBuffer> {
  const header: Header = {
    ...rest,
    ...rest.dates.length > 0 ? {} : { scenarios: returns.rows },
    ...rowWeights === undefined ? {} : { hasRowWeights: true },
    hasBenchmark: benchmark !== null,
    ...factors === null ? {} : { factorCount: factors.columns },
    ...closes === undefined ? {} : { closes: Array.from(closes) },
    ...available === undefined ? {} : { availableDates: available.dates },
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const at = valuesAt(text.length);
  const parts = [returns.data, benchmark, factors?.data, available?.returns.data, available?.benchmark, rowWeights]
    .filter((part) => part instanceof Float64Array);
  const bytes = new Uint8Array(at + 8 * parts.reduce((sum, { length }) => sum + length, 0));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, LENGTH_BYTES);
  const values = new Float64Array(bytes.buffer, at);
  let filled = 0;
  for (const part of parts) {
    values.set(part, filled);
    filled += part.length;
  }
  return bytes;
}

/** Decodes a history from bytes that `encodeHistory` wrote. */
export function decodeHistory(bytes: Uint8Array<ArrayBuffer>): StoredHistory {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const { hasBenchmark, factorCount = 0, closes, availableDates, scenarios, hasRowWeights, ...rest }: Header = JSON
    .parse(text);
  const values = valuesIn(bytes, valuesAt(length));
  const dates = scenarios ?? rest.dates.length;
  let read = 0;
  const next = (columns: number, rows = dates): Matrix =>
    matrix(rows, columns, values.slice(read, read += rows * columns));
  const nextShared = (columns: number): Matrix => {
    const shared = sharedMatrix(dates, columns);
    shared.data.set(values.subarray(read, read += dates * columns));
    return shared;
  };
  const availableIn = (dates: readonly string[]): AvailableReturns => ({
    dates,
    returns: next(rest.assets.length, dates.length),
    benchmark: hasBenchmark ? next(1, dates.length).data : null,
  });
  return {
    ...rest,
    returns: nextShared(rest.assets.length),
    benchmark: hasBenchmark ? next(1).data : null,
    factors: factorCount === 0 ? null : next(factorCount),
    ...availableDates === undefined ? {} : { available: availableIn(availableDates) },
    ...hasRowWeights === true ? { rowWeights: next(1).data } : {},
    ...closes === undefined ? {} : { closes: Float64Array.from(closes) },
  };
}

/** Returns the values from a place of the bytes on: a view of the bytes if their place allows it, else a copy. */
function valuesIn(bytes: Uint8Array<ArrayBuffer>, at: number): Float64Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  if ((byteOffset + at) % Float64Array.BYTES_PER_ELEMENT !== 0) return new Float64Array(bytes.slice(at).buffer);
  return new Float64Array(buffer, byteOffset + at, Math.max(0, length - at) / Float64Array.BYTES_PER_ELEMENT);
}

const LENGTH_BYTES = 4;

function valuesAt(headerBytes: number): number {
  return Math.ceil((LENGTH_BYTES + headerBytes) / 8) * 8;
}
