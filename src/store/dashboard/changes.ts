import { type AccountId, type JobId, jobIdOf } from "../../domain/identifier.ts";
import type { StoreContext } from "../context.ts";
import { CHECKS_AT_MOST } from "../commit_once.ts";
import { keys } from "../keys.ts";
import { put, remove, transaction } from "../transaction.ts";

/**
 * Returns the mutations that note that a job has changed, for the operation that changes it. The note names only the
 * job. The account's dashboard later counts the job in its state at that time, once however often it was noted, and
 * deletes the note.
 */
export function noteDashboardChange(
  { accountId, id }: { readonly accountId: AccountId; readonly id: JobId },
): readonly Deno.KvMutation[] {
  return [put(keys.dashboardChange(accountId, id), true), put(keys.changedDashboard(accountId), true)];
}

/** KV entry that notes that a job has changed since the account's dashboard last counted it. */
export type DashboardChange = Deno.KvEntry<unknown>;

/** Returns the id of the job that a note about a changed job names. */
export function jobOfChange({ key }: DashboardChange): JobId {
  return jobIdOf(String(key.at(-1)));
}

/**
 * Lists the notes about changed jobs of an account: one for each job that changed since the dashboard last counted it.
 * Lists all of them if no limit is given.
 */
export async function changesOf(
  { kv }: StoreContext,
  accountId: AccountId,
  options: Pick<Deno.KvListOptions, "limit"> = {},
): Promise<readonly DashboardChange[]> {
  return await Array.fromAsync(kv.list({ prefix: keys.dashboardChanges(accountId) }, options));
}

/**
 * Deletes the notes about changed jobs that the dashboard has counted, each together with the mutations that `besides`
 * returns for its job. A note that was written again meanwhile stays, and its job is counted once more. If no note is
 * left, also deletes the mark that the account has notes.
 */
export async function endChanges(
  context: StoreContext,
  accountId: AccountId,
  { changes, besides }: {
    readonly changes: readonly DashboardChange[];
    readonly besides: (jobId: JobId) => readonly Deno.KvMutation[];
  },
): Promise<void> {
  for (let first = 0; first < changes.length; first += CHECKS_AT_MOST) {
    const ended = changes.slice(first, first + CHECKS_AT_MOST);
    await transaction(context, async (read) => {
      const entries = await read.getMany<unknown[]>(ended.map(({ key }) => key));
      const unchanged = ended.filter(({ versionstamp }, place) => entries[place]?.versionstamp === versionstamp);
      const mutations = unchanged.flatMap((change) => [remove(change.key), ...besides(jobOfChange(change))]);
      return { checks: unchanged, mutations, result: undefined };
    });
  }
  await endMark(context, accountId);
}

/**
 * Deletes the mark that an account has notes about changed jobs, if it has none. A killed process may have left such a
 * mark.
 */
export async function endMark(context: StoreContext, accountId: AccountId): Promise<void> {
  const marked = await context.kv.get(keys.changedDashboard(accountId));
  if (marked.versionstamp === null || (await changesOf(context, accountId, { limit: 1 })).length > 0) return;
  await transaction(context, async (read) => {
    const mark = await read.get(marked.key);
    const isSame = mark.versionstamp === marked.versionstamp;
    return isSame
      ? { checks: [mark], mutations: [remove(mark.key)], result: undefined }
      : { checks: [], mutations: [], result: undefined };
  });
}
