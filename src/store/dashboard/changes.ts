import { type AccountId, type JobId, jobIdOf } from "../../domain/identifier.ts";
import type { StoreContext } from "../context.ts";
import { keys } from "../keys.ts";
import { remove, transaction } from "../transaction.ts";

/** A note that a job has changed. */
export type DashboardChange = Deno.KvEntry<unknown>;

/** The job of a note. */
export function jobOfChange({ key }: DashboardChange): JobId {
  return jobIdOf(String(key.at(-1)));
}

/** The notes of an account, all of them without a limit. */
export async function changesOf(
  { kv }: StoreContext,
  accountId: AccountId,
  options: Pick<Deno.KvListOptions, "limit"> = {},
): Promise<readonly DashboardChange[]> {
  return await Array.fromAsync(kv.list({ prefix: keys.dashboardChanges(accountId) }, options));
}

/** An operation checks ten entries. */
const CHANGES_PER_WRITE = 10;

/**
 * Ends notes that are counted, each with what `besides` says, and the account's mark where none is left. One that was
 * written anew meanwhile stays: the job is counted once more.
 */
export async function endChanges(
  context: StoreContext,
  accountId: AccountId,
  { changes, besides }: {
    readonly changes: readonly DashboardChange[];
    readonly besides: (jobId: JobId) => readonly Deno.KvMutation[];
  },
): Promise<void> {
  for (let first = 0; first < changes.length; first += CHANGES_PER_WRITE) {
    const ended = changes.slice(first, first + CHANGES_PER_WRITE);
    await transaction(context, async (read) => {
      const entries = await read.getMany<unknown[]>(ended.map(({ key }) => key));
      const unchanged = ended.filter(({ versionstamp }, place) => entries[place].versionstamp === versionstamp);
      const mutations = unchanged.flatMap((change) => [remove(change.key), ...besides(jobOfChange(change))]);
      return { checks: unchanged, mutations, result: undefined };
    });
  }
  await endMark(context, accountId);
}

/** Ends the mark of an account without notes, which a process that was killed may have left. */
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
