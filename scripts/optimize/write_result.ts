import { covarianceBytes, describedFile } from "../../src/documents/covariance_file.ts";
import { jsonText } from "../../src/documents/document.ts";
import { documentOf } from "../../src/documents/document_of_result.ts";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { writeWhole } from "./write_whole.ts";

/** A result with the members that only a local run adds, such as the error of a run that failed. */
type LocalResult = OptimizationResult & Readonly<Record<string, unknown>>;

/**
 * Returns the JSON text of a result for standard output, where there is no place for a second file: the covariance
 * matrix is always in it.
 */
export function textOfResult(result: LocalResult): string {
  return jsonText(documentOf(withFile(result, null)));
}

/**
 * Writes a result to a file, and its covariance matrix to a second file beside it where the result names one. Returns
 * the paths of the written files. Throws `OutputError`.
 */
export async function writeResult(path: string, result: LocalResult): Promise<readonly string[]> {
  const { file, matrix } = result.estimates.covariance;
  if (file === null) {
    await writeWhole(path, textOfResult(result));
    return [path];
  }
  const beside = `${path.replace(/\.json$/, "")}.${file.name}`, name = beside.slice(beside.lastIndexOf("/") + 1);
  await writeWhole(beside, covarianceBytes(matrix));
  await writeWhole(path, jsonText(documentOf(withFile(result, describedFile(matrix.length, name)))));
  return [path, beside];
}

function withFile(result: LocalResult, file: OptimizationResult["estimates"]["covariance"]["file"]): LocalResult {
  const { estimates } = result;
  return { ...result, estimates: { ...estimates, covariance: { ...estimates.covariance, file } } };
}
