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

/** A job with the conflict that failed it, also where that lies in a document of its own. Throws `not_found`. */
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
    // None was found, or the job was deleted meanwhile: the error stands without it.
    if (failure instanceof DomainError && failure.code === "not_found") return job;
    throw failure;
  }
}
