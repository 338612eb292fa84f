import { createHash } from "node:crypto";
import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { AccountId, JobId } from "../../../domain/identifier.ts";
import { isInFlight, type Job } from "../../../domain/job.ts";
import { type JobSources, readWholeJob } from "../../../jobs/read_whole_job.ts";
import type { ReadRecord, RecordEvent } from "../../event_streams.ts";
import { presentJob } from "./job_body.ts";

/**
 * Returns the state of a job as a server-sent event. The event id is a digest of the shown state, so it is the same in
 * every process.
 */
export function jobEvent(job: Job): RecordEvent {
  const data = JSON.stringify(presentJob(job));
  const id = createHash("sha256").update(data).digest("base64url").slice(0, 22);
  return { id, data, isLast: !isInFlight(job.status) };
}

/**
 * Returns a function that reads a job's current state as a server-sent event. The function returns null once the job or
 * its account is deleted.
 */
export function jobEvents(
  { accounts, ...sources }: JobSources & Pick<Dependencies, "accounts">,
  accountId: AccountId,
  jobId: JobId,
): ReadRecord {
  return async () => {
    try {
      // Job records of a deleted account are removed only later, so the event reader checks the account itself. Both
      // are read at once, which may be one trip to the store.
      const [account, job] = await Promise.all([accounts.find(accountId), readWholeJob(sources, accountId, jobId)]);
      return account === null ? null : jobEvent(job);
    } catch (error) {
      if (error instanceof DomainError && error.code === "not_found") return null;
      throw error;
    }
  };
}
