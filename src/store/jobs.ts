import type { AccountId } from "../domain/identifier.ts";
import type { Job, JobFilter, JobKindName } from "../domain/job.ts";
import type { Page, PageRequest } from "../domain/page.ts";

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
