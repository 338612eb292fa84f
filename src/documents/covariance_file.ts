import { z } from "zod";
import { type Artifact, COVARIANCE_FILE } from "../domain/artifact.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";

/** Schema of the place and the layout of a covariance matrix that is in a file of its own. */
export const covarianceFile = z.strictObject({
  name: z.string(),
  type: z.literal("float64"),
  byte_order: z.literal("little-endian"),
  order: z.literal("row by row"),
  rows: z.int(),
  columns: z.int(),
});
export type CovarianceFile = z.output<typeof covarianceFile>;

/** Rows of a covariance matrix, in the order of the assets: lists of numbers, or views of one typed array. */
export type CovarianceRows = readonly ArrayLike<number>[];

/** Describes the file with the covariance matrix of a number of assets. */
export function describedFile(assets: number, name: string = COVARIANCE_FILE): CovarianceFile {
  return { name, type: "float64", byte_order: "little-endian", order: "row by row", rows: assets, columns: assets };
}

/** Returns the file of a run that holds its covariance matrix: float64 values, little-endian, row by row. */
export function covarianceArtifact(rows: CovarianceRows): Artifact {
  return { name: COVARIANCE_FILE, mediaType: "application/octet-stream", content: covarianceBytes(rows) };
}

/** Returns the rows of a covariance matrix as float64 bytes, little-endian, row by row. */
export function covarianceBytes(rows: CovarianceRows): Uint8Array<ArrayBuffer> {
  return new Uint8Array(valuesOf(rows).buffer);
}

/** Returns the matrix of the given rows, as a copy. */
export function matrixOfRows(rows: CovarianceRows): Matrix {
  return matrix(rows.length, rows.length, valuesOf(rows));
}

function valuesOf(rows: CovarianceRows): Float64Array<ArrayBuffer> {
  const values = new Float64Array(rows.length ** 2);
  rows.forEach((row, i) => values.set(row, i * rows.length));
  return values;
}

/**
 * Returns the rows of the covariance matrix of a result, which is in the result or in the bytes of its own file. Throws
 * a `RangeError` if it is in neither, or if the file is of another number of assets.
 */
export function rowsOfCovariance(
  { assets, matrix }: { readonly assets: readonly string[]; readonly matrix: CovarianceRows | null },
  file: Uint8Array | null,
): CovarianceRows {
  if (matrix !== null) return matrix;
  if (file === null) throw new RangeError("The result has no covariance matrix, and there is no file with one");
  return covarianceRows(file, assets.length);
}

/**
 * Returns the rows of the covariance matrix of a number of assets from bytes that `covarianceBytes` wrote. Throws a
 * `RangeError` if the bytes are of another number of assets.
 */
export function covarianceRows(bytes: Uint8Array, assets: number): CovarianceRows {
  const values = new Float64Array(bytes.slice().buffer);
  if (values.length !== assets ** 2) {
    throw new RangeError(`A covariance matrix of ${assets} assets needs ${assets ** 2} values, got ${values.length}`);
  }
  return Array.from({ length: assets }, (_, i) => values.subarray(i * assets, (i + 1) * assets));
}
