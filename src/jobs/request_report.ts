import type { Dependencies } from "../dependencies.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { ReportKind } from "../domain/report.ts";

/**
 * Requests a report of a run and returns the job that renders it. Throws `not_found`, `run_not_succeeded`,
 * `validation_failed` for the backtest report of a run without a backtest, `limit_reached`, and `not_ready` if the
 * store accepts no writes.
 */
export async function requestReport(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
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
  return await jobs.requestReport(accountId, runId, kind);
}
