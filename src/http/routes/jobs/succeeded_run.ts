import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { AccountId } from "../../../domain/identifier.ts";
import type { Job } from "../../../domain/job.ts";

/** A run that has succeeded. Throws `not_found` where there is none of this id, and `run_not_succeeded` where it has not. */
export async function succeededRun(
  { jobs }: Pick<Dependencies, "jobs">,
  accountId: AccountId,
  runId: string,
): Promise<Job> {
  const job = await jobs.get(accountId, runId);
  if (job.status === "succeeded") return job;
  throw new DomainError("run_not_succeeded", `Cannot read what run "${runId}" computed: it is ${job.status}`);
}
