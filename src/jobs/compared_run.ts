import type { Dependencies } from "../dependencies.ts";
import { comparisonOf, type RunComparison, runComparison } from "../documents/run_comparison.ts";
import { runResult } from "../documents/run_result.ts";
import { parsedJson } from "../documents/document.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { documentBytes } from "./read_document.ts";

/** What a run that has succeeded is compared by. Throws `not_found` where it was deleted. */
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
    // Of a version that did not write what runs are compared by.
    const result = runResult.schema.parse(parsedJson(await documentBytes(artifacts, runResult, place)));
    return comparisonOf(result);
  }
}
