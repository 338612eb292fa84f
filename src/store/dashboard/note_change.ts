import type { AccountId, JobId } from "../../domain/identifier.ts";
import { keys } from "../keys.ts";
import { put } from "../transaction.ts";

/**
 * For every operation by which the dashboard of an account counts a job otherwise: the note stays until it has. It says
 * only which job, which is then counted as it is: noted twice it is counted once.
 */
export function noteDashboardChange(
  { accountId, id }: { readonly accountId: AccountId; readonly id: JobId },
): readonly Deno.KvMutation[] {
  return [put(keys.dashboardChange(accountId, id), true), put(keys.changedDashboard(accountId), true)];
}
