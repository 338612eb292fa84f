import { type AccountId, type JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { PlanLimits } from "../domain/plan.ts";
import { type ReportKind, reportStatusOf } from "../domain/report.ts";
import type { StoreContext } from "./context.ts";
import { adoptConfig } from "./job_configs.ts";
import { messageOf } from "./job_message.ts";
import { changeOfJob, jobOf, type JobRecord, readJob } from "./job_record.ts";
import { atEndOfQueue } from "./job_requeue.ts";
import { newRecord, succeededParent } from "./job_submission.ts";
import { keys } from "./keys.ts";
import { reported } from "./reported_run.ts";
import { countBytesWithinPlan } from "./stored_bytes.ts";
import { type Reader, transaction } from "./transaction.ts";

/** Type that identifies a report of a run: account, run and kind of report. */
export interface ReportPlace {
  readonly accountId: AccountId;
  readonly runId: JobId;
  readonly kind: ReportKind;
}

/** Type of a request for a report: which report, and the counted work of rendering it where it is known. */
export interface ReportRequest extends ReportPlace {
  readonly work?: number | undefined;
}

/**
 * Finds the job that renders a report; null if the report was not requested. Throws `not_found` if the run does not
 * exist.
 */
export async function findReport(
  { kv }: Pick<StoreContext, "kv">,
  { accountId, runId, kind }: ReportPlace,
): Promise<Job | null> {
  const run = await readJob(kv, accountId, runId);
  const known = await knownReport(kv, run.value, kind);
  return known && jobOf(known.value);
}

/**
 * Implements `JobRepository.requestReport`. Creates one job for each run and kind of report, even for concurrent
 * requests, and queues it again if it has failed; the run's record holds the id of this job.
 */
export async function requestReport(
  context: StoreContext,
  { accountId, runId, kind, work }: ReportRequest,
  planLimits: PlanLimits,
): Promise<Job> {
  const ulid = context.random.ulid();
  return await transaction(context, async (read) => {
    const run = await succeededParent(read, accountId, { kind: "report", parentRunId: runId });
    const known = await knownReport(read, run.value, kind);
    if (known !== null && reportStatusOf(known.value.status) !== "failed") {
      return { checks: [], mutations: [], result: jobOf(known.value) };
    }
    if (known !== null) {
      const again = atEndOfQueue(known.value, ulid);
      return {
        checks: [known, run],
        mutations: [...changeOfJob(known.value, again), ...changeOfJob(run.value, reported(run.value, again))],
        result: jobOf(again),
      };
    }
    const record = newReport(context, run.value, { kind, ulid, work });
    const stored = new TextEncoder().encode(JSON.stringify({ kind }));
    const parts = [
      await countBytesWithinPlan(read, { accountId, bytes: stored.length, planLimits }),
      await adoptConfig(read, { accountId, jobId: record.id, config: { stored, chunks: [] } }),
    ];
    const reports = { ...run.value.reports, [kind]: record.id };
    return {
      checks: [run, ...parts.flatMap(({ checks }) => checks)],
      mutations: [
        ...parts.flatMap(({ mutations }) => mutations),
        ...changeOfJob(null, record),
        ...changeOfJob(run.value, reported({ ...run.value, reports }, record)),
      ],
      ...messageOf(context, { job: record.id }),
      result: jobOf(record),
    };
  });
}

async function knownReport(
  read: Pick<Reader, "get">,
  { accountId, reports }: JobRecord,
  kind: ReportKind,
): Promise<Deno.KvEntry<JobRecord> | null> {
  const id = reports?.[kind];
  if (id === undefined) return null;
  const entry = await read.get<JobRecord>(keys.job(accountId, "report", id));
  return entry.value === null ? null : entry;
}

function newReport(
  context: StoreContext,
  { accountId, id: parentRunId, market, currency, mode }: JobRecord,
  { kind, ulid, work }: { readonly kind: ReportKind; readonly ulid: string; readonly work: number | undefined },
): JobRecord {
  const described = { name: null, market, currency, mode, methods: [], constraintFamilies: [], parentRunId };
  const draft = { kind: "report", ...described, ...work === undefined ? {} : { work } } as const;
  return { ...newRecord(context, { accountId, draft, ulid, inputs: null }), reportKind: kind };
}
