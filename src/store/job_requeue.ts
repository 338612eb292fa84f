import { DomainError } from "../domain/errors.ts";
import { type AccountId, accountIdOf, type JobId } from "../domain/identifier.ts";
import { isInFlight, type Job, refusalToRequeue } from "../domain/job.ts";
import type { StoreContext } from "./context.ts";
import { messageOf } from "./job_message.ts";
import { changeOfJob, jobOf, type JobRecord, kindOfJobId, readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { changeOfReportedRun } from "./reported_run.ts";
import { touch, transaction } from "./transaction.ts";

/** Implements `JobRepository.requeue` for the operator, who knows only the id of the job. */
export async function requeueJob(context: StoreContext, jobId: JobId): Promise<Job> {
  const accountId = await ownerOf(context, jobId);
  const place = context.random.ulid();
  return await transaction(context, async (read) => {
    const entry = await readJob(read, accountId, jobId);
    const { parentRunId } = entry.value;
    // Rewrites the parent run, so that a concurrent deletion of the run that saw no unfinished job of it fails.
    const run = parentRunId === null ? null : await readJob(read, accountId, parentRunId);
    const record = requeued(entry.value, place);
    const report = await changeOfReportedRun(read, entry.value, record);
    const parent = report === null || report.checks.length > 0 ? report : run && touch(run);
    return {
      checks: [entry, ...parent?.checks ?? []],
      mutations: [
        ...changeOfJob(entry.value, record),
        ...parent?.mutations ?? [],
      ],
      ...messageOf(context, { job: jobId }),
      result: jobOf(record),
    };
  });
}

/** Finds the account that owns a job by looking through every account. */
async function ownerOf({ kv }: StoreContext, jobId: JobId): Promise<AccountId> {
  const kind = kindOfJobId(jobId);
  if (kind !== null) {
    for await (const { key } of kv.list({ prefix: keys.accounts })) {
      const accountId = accountIdOf(String(key[1]));
      if ((await kv.get(keys.job(accountId, kind, jobId))).value !== null) return accountId;
    }
  }
  throw new DomainError("not_found", `Cannot find run "${jobId}"`);
}

function requeued(record: JobRecord, place: string): JobRecord {
  const refusal = refusalToRequeue(record);
  if (refusal !== null) throw new DomainError(isInFlight(record.status) ? "run_in_flight" : "job_finished", refusal);
  return atEndOfQueue(record, place);
}

/**
 * Returns the job record for a job that the operator queues again: at the end of its account's queue, with its lost
 * attempts forgotten.
 */
export function atEndOfQueue(record: JobRecord, place: string): JobRecord {
  return {
    ...record,
    status: "queued",
    error: null,
    startedAt: null,
    uploadingAt: null,
    finishedAt: null,
    progress: { phase: "queued", fraction: 0 },
    place,
    lostAttempts: 0,
    outages: 0,
    pausedUntil: null,
  };
}
