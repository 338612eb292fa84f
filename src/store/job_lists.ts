import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import { isInFlight, type Job, type JobFilter, passesFilter } from "../domain/job.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { StoreContext } from "./context.ts";
import { INDEXED_FIELDS, jobOf, type JobRecord } from "./job_record.ts";
import { keys } from "./keys.ts";
import { readListedPage, readPage } from "./page.ts";

/** Filter values that most jobs have, so that their index narrows the search little. */
const COMMON_VALUES: ReadonlySet<string> = new Set(["succeeded", "construct"]);

/**
 * Implements `JobRepository.listHistory`. Reads the index of one value that the filter names, preferably a rare value;
 * without such a value it looks through the job records.
 */
export async function jobHistory(
  context: StoreContext,
  { accountId, kind }: { accountId: AccountId; kind: JobKindName },
  filter: JobFilter,
  request: PageRequest,
): Promise<Page<Job>> {
  const accept = (record: JobRecord): boolean => passesFilter(record, filter);
  const named = INDEXED_FIELDS.filter((field) => filter[field] !== undefined);
  const field = named.find((field) => !COMMON_VALUES.has(filter[field] ?? "")) ?? named[0];
  const value = field && filter[field];
  if (field !== undefined && value !== undefined) {
    const prefix = keys.jobsWith(accountId, kind, field, value);
    return await listedJobs(context, accountId, { prefix, request, accept });
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const prefix = keys.jobs(accountId, kind);
  const page = await readPage<JobRecord>(context, { prefix, request, ...isFiltered ? { accept } : {} });
  return { ...page, items: page.items.map(({ value }) => jobOf(value)) };
}

/** Implements `JobRepository.listOfRun`: returns one page of the jobs of one kind that belong to a run. */
export function jobsOfRun(
  context: StoreContext,
  { accountId, runId, kind }: { accountId: AccountId; runId: JobId; kind: JobKindName },
  request: PageRequest,
): Promise<Page<Job>> {
  return listedJobs(context, accountId, { prefix: keys.jobsOfRun(accountId, runId, kind), request });
}

/** Implements `JobRepository.listActive`: returns one page of the account's unfinished jobs. */
export function activeJobs(context: StoreContext, accountId: AccountId, request: PageRequest): Promise<Page<Job>> {
  const accept = ({ status }: JobRecord): boolean => isInFlight(status);
  return listedJobs(context, accountId, { prefix: keys.activeJobs(accountId), request, accept });
}

async function listedJobs(
  context: StoreContext,
  accountId: AccountId,
  list: { prefix: Deno.KvKey; request: PageRequest; accept?: (record: JobRecord) => boolean },
): Promise<Page<Job>> {
  const page = await readListedPage<JobKindName, JobRecord>(context, {
    ...list,
    keyOf: ({ key, value: kind }) => keys.job(accountId, kind, jobIdOf(String(key.at(-1)))),
  });
  return { ...page, items: page.items.map(jobOf) };
}
