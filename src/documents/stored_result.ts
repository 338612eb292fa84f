import { parsedJson } from "./document.ts";
import { rowsOfCovariance } from "./covariance_file.ts";
import { type OptimizationResult, runResult } from "./run_result.ts";

/** Type of the stored files of a run's result: the document, and the covariance matrix if it has a file of its own. */
export interface StoredResult {
  readonly document: Uint8Array<ArrayBuffer>;
  readonly covariance: Uint8Array<ArrayBuffer> | null;
}

/**
 * Reads a stored result with its covariance matrix, from whichever file has the matrix. Throws a `ZodError` or a
 * `SyntaxError` if the document is no result, and a `RangeError` if the matrix is missing or of other assets.
 */
export function readStoredResult({ document, covariance }: StoredResult): OptimizationResult {
  const { estimates, ...result } = runResult.schema.parse(parsedJson(document));
  const matrix = rowsOfCovariance(estimates.covariance, covariance);
  return { ...result, estimates: { ...estimates, covariance: { ...estimates.covariance, matrix } } };
}
