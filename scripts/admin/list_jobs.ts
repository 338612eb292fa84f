import { isoTimestamp } from "../../src/domain/instant.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import type { Job } from "../../src/domain/job.ts";
import type { Store } from "../../src/store/open_store.ts";
import type { Command } from "./command.ts";

const PAGE = 100;

export const listJobs: Command = {
  name: "list-jobs",
  parameters: [],
  summary: "Lists the jobs in flight of every account",
  async run(_values, context) {
    const store = await context.store();
    let count = 0;
    for await (const { account, user } of store.accounts.all()) {
      for await (const job of jobsInFlight(account.id, store)) {
        context.print(lineOf(job, user.email));
        count++;
      }
    }
    context.print(`${count} ${count === 1 ? "job" : "jobs"} in flight`);
  },
};

async function* jobsInFlight(accountId: AccountId, { jobs }: Pick<Store, "jobs">): AsyncIterable<Job> {
  let cursor: string | null = null;
  do {
    const { items, nextCursor }: Awaited<ReturnType<Store["jobs"]["listActive"]>> = await jobs.listActive(accountId, {
      limit: PAGE,
      cursor,
    });
    yield* items;
    cursor = nextCursor;
  } while (cursor !== null);
}

function lineOf({ id, kind, status, attempt, createdAt }: Job, email: string): string {
  return [id, kind, status, `attempt ${attempt}`, isoTimestamp(createdAt), email].join("  ");
}
