import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import { JOB_KINDS } from "../domain/job_kinds.ts";
import { reportStatusOf } from "../domain/report.ts";
import type { StoreContext } from "./context.ts";
import { changeOfJob, jobOf, type JobRecord, readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { type Change, type Reader, touch } from "./transaction.ts";

/**
 * Returns the record of a run with the status of its full report, taken from the given job if that job renders the full
 * report; otherwise the record unchanged.
 */
export function reported(run: JobRecord, { reportKind, status }: JobRecord): JobRecord {
  return reportKind === "full" ? { ...run, reportStatus: reportStatusOf(status) } : run;
}

/**
 * Returns the checks and mutations that update a run when one of its report jobs changes status, for the operation that
 * changes the job. Null if the run was deleted, and the report with it.
 */
export async function changeOfReportedRun(
  read: Reader,
  before: JobRecord,
  after: JobRecord,
): Promise<Pick<Change<unknown>, "checks" | "mutations"> | null> {
  const { accountId, reportKind, parentRunId } = after;
  if (reportKind === undefined || parentRunId === null || before.status === after.status) return NOTHING;
  const run = await read.get<JobRecord>(keys.job(accountId, JOB_KINDS.report.standsOn, parentRunId));
  if (run.value === null) return null;
  const changed = reported(run.value, after);
  if (changed.reportStatus !== run.value.reportStatus) {
    return { checks: [run], mutations: changeOfJob(run.value, changed) };
  }
  // The report adds a file to the run: rewriting the run makes a deletion that has not seen the file fail.
  return after.status === "succeeded" ? touch(run) : NOTHING;
}

const NOTHING = { checks: [], mutations: [] };

/** A run with the simulations that its report describes in addition to its result. */
export interface ReportedRun {
  readonly run: Job;
  /** Succeeded simulations of the reported run, oldest first. */
  readonly simulations: readonly Job[];
}

/** Implements `JobQueue.reportedRun`: reads a run with its succeeded simulations. Throws `not_found`. */
export async function readReportedRun(
  { kv }: Pick<StoreContext, "kv">,
  accountId: AccountId,
  runId: JobId,
): Promise<ReportedRun> {
  const run = await readJob(kv, accountId, runId);
  const simulations: Job[] = [];
  for await (const { key } of kv.list({ prefix: keys.jobsOfRun(accountId, runId, "monte_carlo") })) {
    const { value } = await kv.get<JobRecord>(keys.job(accountId, "monte_carlo", jobIdOf(String(key.at(-1)))));
    if (value?.status === "succeeded") simulations.push(jobOf(value));
  }
  return { run: jobOf(run.value), simulations };
}
