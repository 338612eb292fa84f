import type { Dependencies } from "../dependencies.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { runResult } from "../documents/run_result.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import { type ReportKind, reportStatusOf } from "../domain/report.ts";
import { workOfReport } from "../request/counted_work.ts";
import type { WorkBound } from "./work_bound.ts";

/**
 * Requests a report of a run and returns the job that renders it. Throws `not_found`, `run_not_succeeded`,
 * `validation_failed` for the backtest report of a run without a backtest, `limit_reached`, and `not_ready` if the
 * store accepts no writes or no process computes a report of its work.
 */
export async function requestReport(
  { jobs, artifacts, workBound }: Pick<Dependencies, "jobs" | "artifacts"> & {
    readonly workBound: Pick<WorkBound, "check">;
  },
  { accountId, runId, kind }: { readonly accountId: AccountId; readonly runId: JobId; readonly kind: ReportKind },
): Promise<Job> {
  const { status } = await jobs.get(accountId, runId);
  if (status !== "succeeded") {
    throw new DomainError("run_not_succeeded", `Cannot report on run "${runId}": it is ${status}`);
  }
  if (kind === "backtest" && await artifacts.find(accountId, runId, rollingBacktest.name) === null) {
    const detail = `Cannot report on the backtest of run "${runId}": the run has no backtest`;
    throw new DomainError("validation_failed", detail, { faults: [{ pointer: "/kind", detail }] });
  }
  const known = await jobs.findReport(accountId, runId, kind);
  const work = workOfReport(await bytesOfRun({ jobs, artifacts }, { accountId, runId }));
  if (known === null || reportStatusOf(known.status) === "failed") await workBound.check(work);
  return await jobs.requestReport(accountId, runId, kind, { work });
}

/** Returns the bytes that the reports of a run read of its config and of its documents. */
async function bytesOfRun(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
  { accountId, runId }: { readonly accountId: AccountId; readonly runId: JobId },
): Promise<number> {
  const [config, stored] = await Promise.all([jobs.findConfig(accountId, runId), artifacts.list(accountId, runId)]);
  return stored.filter(({ name }) => READ.has(name)).reduce((sum, { bytes }) => sum + bytes, config.bytesOfRun);
}

/** Names of the documents of a run that its reports read. */
const READ: ReadonlySet<string> = new Set([runResult.name, rollingBacktest.name]);
