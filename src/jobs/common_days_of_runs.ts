import type { Dependencies } from "../dependencies.ts";
import { commonNumbers } from "../domain/common_numbers.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { unpackedNumbers } from "../domain/packed_numbers.ts";
import type { CommonDays } from "../store/comparisons.ts";
import { comparedRun } from "./compared_run.ts";

/**
 * The days that runs of an account have in common, those without a history aside. Throws `not_found` where one of them
 * is not the account's, and then `run_not_succeeded` where one has not succeeded.
 */
export async function commonDaysOfRuns(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
  accountId: AccountId,
  runIds: readonly JobId[],
): Promise<CommonDays> {
  // Of several that there are not, the first that was named is told, whichever was looked for fastest.
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
