import { z } from "zod";
import { doubt, presentDoubt } from "../../../documents/doubt_schema.ts";
import { type Instant, isoTimestamp } from "../../../domain/instant.ts";
import { type Job, JOB_ERROR_CODES, JOB_STATUSES } from "../../../domain/job.ts";
import { endOfRun } from "../../../domain/retention.ts";
import { isListed, LISTED_JOB_KINDS } from "../../../domain/job_kinds.ts";
import { conflictBody, conflictIn } from "../../problem.ts";

const timestamp = z.iso.datetime({ precision: 3 });

const errorCode = z.string().meta({ description: `Why it failed: ${JOB_ERROR_CODES.join(", ")}` });

const fields = {
  run_id: z.string().meta({ description: "Id of the job: run_…, mc_… or bt_…" }),
  kind: z.enum(LISTED_JOB_KINDS),
  name: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  market: z.enum(["IN", "US", "MF", "CUSTOM"]),
  currency: z.enum(["INR", "USD"]).nullable(),
  mode: z.enum(["construct", "rebalance"]),
  methods: z.array(z.string()),
  tags: z.array(z.string()),
  progress: z.strictObject({ phase: z.string(), fraction: z.number().min(0).max(1) }),
  error: z.strictObject({
    code: errorCode,
    detail: z.string(),
    conflict: conflictBody.optional(),
    doubts: z.array(doubt).optional().meta({
      description:
        "Doubts about the data and the numbers of the run, which may say why no method has an answer: the most severe " +
        "first, as many as fit into 8 KiB. Absent without any",
    }),
  }).nullable(),
  attempt: z.int(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  uploading_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  expires_at: timestamp.nullable().meta({
    description:
      "Time before which the run is not deleted, and after which the service deletes it with everything that belongs " +
      "to it. Null where the plan keeps runs for ever, before the run has finished, and for a simulation or a " +
      "backtest, which go with their run",
  }),
  parent_run_id: z.string().nullable(),
  report_status: z.enum(["absent", "queued", "rendering", "ready", "failed"]).meta({
    description: "Status of the full report",
  }),
};

/** Schema fields that simulations and backtests share with runs in answers, such as name, status and progress. */
export const jobOfRunFields = {
  parent_run_id: z.string().meta({ description: "Id of the run that the job is based on" }),
  name: fields.name,
  status: fields.status,
  progress: fields.progress,
  error: fields.error,
  created_at: fields.created_at,
  started_at: fields.started_at,
  uploading_at: fields.uploading_at,
  finished_at: fields.finished_at,
};

/** Schema of a job in answers, the same on every endpoint. */
export const jobBody = z.strictObject(fields).meta({ id: "Job" });
/**
 * Schema of a job of any kind that has not ended: it is queued, running or uploading its result. The field `id` is the
 * job's id whatever its kind.
 */
export const activeJobBody = z.strictObject({ id: z.string(), ...fields }).meta({ id: "ActiveJob" });

/**
 * Returns the JSON body that shows a job to its owner. Throws for an internal kind of job: no endpoint accepts its id
 * and no list contains it.
 */
export function presentJob(job: Job): z.output<typeof jobBody> {
  const { error, kind } = job;
  if (!isListed(kind)) throw new Error(`Cannot show job "${job.id}": its kind "${kind}" is internal`);
  return {
    run_id: job.id,
    kind,
    name: job.name,
    status: job.status,
    market: job.market,
    currency: job.currency,
    mode: job.mode,
    methods: [...job.methods],
    tags: [...job.tags],
    progress: { ...job.progress },
    error: error === null ? null : {
      code: error.code,
      detail: error.detail,
      ...error.conflict === undefined ? {} : { conflict: conflictIn(error.conflict) },
      ...error.doubts === undefined ? {} : { doubts: error.doubts.map(presentDoubt) },
    },
    attempt: job.attempt,
    created_at: isoTimestamp(job.createdAt),
    started_at: timestampOf(job.startedAt),
    uploading_at: timestampOf(job.uploadingAt),
    finished_at: timestampOf(job.finishedAt),
    expires_at: timestampOf(endOfRun(job)),
    parent_run_id: job.parentRunId,
    report_status: job.reportStatus,
  };
}

/** Returns the fields of a simulation or a backtest that every job has, such as name, status and progress. */
export function presentJobOfRun(job: Job): z.output<z.ZodObject<typeof jobOfRunFields>> {
  const { name, status, progress, error, created_at, started_at, uploading_at, finished_at } = presentJob(job);
  const parent_run_id = job.parentRunId ?? "";
  return { parent_run_id, name, status, progress, error, created_at, started_at, uploading_at, finished_at };
}

function timestampOf(instant: Instant | null): string | null {
  return instant === null ? null : isoTimestamp(instant);
}
