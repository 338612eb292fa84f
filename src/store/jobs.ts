import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier, prefixOf } from "../domain/identifier.ts";
import {
  isInFlight,
  type Job,
  JOB_ID_PREFIX,
  JOB_KINDS,
  type JobFilter,
  type JobKindName,
  METER_OF_KIND,
  passesFilter,
} from "../domain/job.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { countOnMeter } from "./meters.ts";
import { readAll, readPage } from "./page.ts";
import { put, transaction } from "./transaction.ts";

/** What a new job begins with. */
export type JobDraft = Pick<
  Job,
  "kind" | "name" | "market" | "currency" | "mode" | "methods" | "constraintFamilies" | "parentRunId"
>;

/** Jobs of the three kinds. */
export interface JobRepository {
  /** Writes a queued job and counts it on its meter, at once. Throws `quota_exceeded`, and `not_found` without the account. */
  submit(accountId: AccountId, draft: JobDraft): Promise<Job>;
  /** A job of any kind. Throws `not_found`. */
  get(accountId: AccountId, jobId: string): Promise<Job>;
  /** Jobs of one kind, newest first; a page looks through 1,000 jobs at most. Throws `invalid_cursor`. */
  history(accountId: AccountId, kind: JobKindName, filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /** Jobs in flight, of all kinds, newest first. Throws `invalid_cursor`. */
  active(accountId: AccountId, page: PageRequest): Promise<Page<Job>>;
}

export function jobRepository(context: StoreContext, planLimits: PlanLimits): JobRepository {
  return {
    async submit(accountId, draft) {
      const job = newJob(context, accountId, draft);
      return await transaction(context, async (read) => {
        const meter = METER_OF_KIND[draft.kind];
        const count = await countOnMeter(context, read, { accountId, meter, planLimits });
        return {
          checks: count.checks,
          mutations: [
            ...count.mutations,
            put(keys.job(accountId, job.kind, job.id), job),
            put(keys.activeJob(accountId, job.id), job.kind),
          ],
          result: job,
        };
      });
    },
    async get(accountId, jobId) {
      const kind = kindOf(jobId);
      const job = kind && (await context.kv.get<Job>(keys.job(accountId, kind, jobId))).value;
      if (!job) throw new DomainError("not_found", `Cannot find run "${jobId}"`);
      return job;
    },
    async history(accountId, kind, filter, request) {
      const page = await readPage<Job>(context, {
        prefix: keys.jobs(accountId, kind),
        request,
        ...hasFilter(filter) ? { accept: (job: Job) => passesFilter(job, filter) } : {},
      });
      return { ...page, items: page.items.map(({ value }) => value) };
    },
    async active(accountId, request) {
      const prefix = keys.activeJobs(accountId);
      const page = await readPage<JobKindName>(context, { prefix, request });
      const records = page.items.map(({ key, value: kind }) => keys.job(accountId, kind, String(key.at(-1))));
      const jobs = await readAll<Job>(context, records);
      return { ...page, items: jobs.flatMap((job) => job !== null && isInFlight(job.status) ? [job] : []) };
    },
  };
}

function newJob({ clock, random }: StoreContext, accountId: AccountId, draft: JobDraft): Job {
  const { kind, name, market, currency, mode, methods, constraintFamilies, parentRunId } = draft;
  return {
    id: identifier(JOB_ID_PREFIX[kind], random.ulid()),
    accountId,
    kind,
    name,
    status: "queued",
    market,
    currency,
    mode,
    methods,
    tags: [],
    constraintFamilies,
    progress: { phase: "queued", fraction: 0 },
    error: null,
    attempt: 0,
    parentRunId,
    reportStatus: "absent",
    createdAt: clock.now(),
    startedAt: null,
    uploadingAt: null,
    finishedAt: null,
  };
}

/** The kind that a job's id names; null where the text is no id of a job. */
function kindOf(jobId: string): JobKindName | null {
  const prefix = prefixOf(jobId);
  return JOB_KINDS.find((kind) => JOB_ID_PREFIX[kind] === prefix) ?? null;
}

function hasFilter(filter: JobFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
