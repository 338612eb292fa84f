import type { Dependencies } from "../dependencies.ts";
import { comparisonOf, type RunComparison, runComparison } from "../documents/run_comparison.ts";
import { runResult } from "../documents/run_result.ts";
import { parsedJson } from "../documents/document.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { documentBytes } from "./read_document.ts";

/** Reads the figures by which a succeeded run is compared with others. Throws `not_found` if the run was deleted. */
export async function comparedRun(
  { artifacts }: Pick<Dependencies, "artifacts">,
  accountId: AccountId,
  runId: JobId,
): Promise<RunComparison> {
  const place = { accountId, jobId: runId, absent: "not_found" } as const;
  try {
    return runComparison.read(await documentBytes(artifacts, runComparison, place));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // An older version of the service did not store a comparison document: the figures are computed from the run's
    // result.
    const result = runResult.schema.parse(parsedJson(await documentBytes(artifacts, runResult, place)));
    return comparisonOf(result);
  }
}
