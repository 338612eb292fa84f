import type { Dependencies } from "../dependencies.ts";
import { commonNumbers } from "../domain/common_numbers.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { unpackedNumbers } from "../domain/packed_numbers.ts";
import type { CommonDays } from "../store/comparisons.ts";
import { comparedRun } from "./compared_run.ts";

/**
 * Returns the days that all given runs of an account have in common, ignoring runs without a history; null if no run
 * has one. Throws `not_found` if a job does not exist, belongs to another account or is not an optimisation run;
 * otherwise `run_not_succeeded` if a run has not succeeded.
 */
export async function commonDaysOfRuns(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
  accountId: AccountId,
  runIds: readonly JobId[],
): Promise<CommonDays> {
  // If several runs are missing, the error names the first of them in the request, whichever read ended first.
  const found = await Promise.allSettled(runIds.map((runId) => jobs.get(accountId, runId)));
  const runs = found.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  for (const { id, kind } of runs) {
    if (kind !== "optimization") throw new DomainError("not_found", `Cannot find run "${id}"`);
  }
  for (const { id, status } of runs) {
    if (status !== "succeeded") {
      throw new DomainError("run_not_succeeded", `Cannot compare run "${id}": it is ${status}`);
    }
  }
  const lists: Float64Array[] = [];
  for (const runId of runIds) {
    const { days } = await comparedRun({ artifacts }, accountId, runId);
    if (days !== null) lists.push(unpackedNumbers(days));
  }
  return lists.length === 0 ? null : Int32Array.from(commonNumbers(lists));
}
