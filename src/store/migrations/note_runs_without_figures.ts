import type { AccountId } from "../../domain/identifier.ts";
import type { StoreContext } from "../context.ts";
import type { JobRecord } from "../job_record.ts";
import { keys } from "../keys.ts";
import type { AccountRecord } from "../records.ts";
import { put, transaction } from "../transaction.ts";
import type { Migration } from "./migration.ts";

/** Number of runs that one operation of the migration marks as lacking figures. */
const RUNS_PER_WRITE = 100;

/**
 * Migration to schema version 2. Marks the runs that succeeded before the dashboard existed, because their figures must
 * still be read from their results. The dashboard counts everything else when it is first requested.
 */
export const noteRunsWithoutFigures: Migration = {
  version: 2,
  async migrate(context) {
    for await (const { value: account } of context.kv.list<AccountRecord>({ prefix: keys.accounts })) {
      await noteRunsOf(context, account.id);
    }
  },
};

async function noteRunsOf(context: StoreContext, accountId: AccountId): Promise<void> {
  let runs: JobRecord[] = [];
  for await (const { value } of context.kv.list<JobRecord>({ prefix: keys.jobs(accountId, "optimization") })) {
    if (value.status === "succeeded") runs.push(value);
    if (runs.length < RUNS_PER_WRITE) continue;
    await noteRuns(context, accountId, runs);
    runs = [];
  }
  await noteRuns(context, accountId, runs);
}

async function noteRuns(context: StoreContext, accountId: AccountId, runs: readonly JobRecord[]): Promise<void> {
  const lacking: JobRecord[] = [];
  for (const run of runs) {
    const { versionstamp } = await context.kv.get(keys.runFigures(accountId, run.id));
    if (versionstamp === null) lacking.push(run);
  }
  await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    const isGone = account.value === null || lacking.length === 0;
    if (isGone) return { checks: [], mutations: [], result: undefined };
    const mutations = lacking.map(({ id }) => put(keys.runWithoutFigures(accountId, id), true));
    return { checks: [account], mutations, result: undefined };
  });
}
