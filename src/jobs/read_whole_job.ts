import { runConflict } from "../documents/run_conflict.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";
import type { JobRepository } from "../store/jobs.ts";
import { readDocument } from "./read_document.ts";

export interface JobSources {
  readonly jobs: Pick<JobRepository, "get">;
  readonly artifacts: Pick<ArtifactRepository, "find">;
}

/**
 * Reads a job with the constraint conflict that made it fail, also if the conflict is stored in a separate document.
 * Throws `not_found`.
 */
export async function readWholeJob(
  { jobs, artifacts }: JobSources,
  accountId: AccountId,
  jobId: JobId,
): Promise<Job> {
  const job = await jobs.get(accountId, jobId);
  const { error } = job;
  if (error?.code !== "constraints_infeasible" || error.conflict !== undefined) return job;
  try {
    const conflict = await readDocument(artifacts, runConflict, { accountId, jobId, absent: "not_found" });
    return { ...job, error: { ...error, conflict } };
  } catch (failure) {
    // The job has no conflict document, or was deleted meanwhile: its error is returned without a conflict.
    if (failure instanceof DomainError && failure.code === "not_found") return job;
    throw failure;
  }
}
