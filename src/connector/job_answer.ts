import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { JOB_STATUSES } from "../domain/job.ts";
import { conflictRead, linesOfConflict } from "./conflict_read.ts";
import type { ToolCall } from "./tool.ts";
import { hasQuotes, quoted, QUOTES_NOTE, withMarkedNames } from "./text_of_account.ts";

/** Schema of the parts of a job that tools read of the answers of the API. */
export const jobRead = z.object({
  run_id: z.string(),
  kind: z.string(),
  name: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  methods: z.array(z.string()),
  progress: z.object({ phase: z.string(), fraction: z.number() }),
  error: z.object({ code: z.string(), detail: z.string(), conflict: conflictRead.optional() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  parent_run_id: z.string().nullable(),
});
export type JobRead = z.output<typeof jobRead>;

/** Schema of what the API answers about a simulation or a backtest, beside its id. */
export const jobOfRunRead = jobRead.omit({ run_id: true, kind: true, methods: true });

/** Schema of a job in the answers of tools. */
export const jobShape = z.strictObject({
  run_id: z.string(),
  status: z.enum(JOB_STATUSES),
  progress: z.number(),
  error: z.string().nullable(),
  conflict: z.array(z.string()),
  next: z.string(),
  link: z.string().nullable(),
});
export type JobShape = z.output<typeof jobShape>;

/** Schema of the id of a run, a simulation or a backtest in the arguments of a tool. */
export const jobId = z.string().min(1).max(64);

/** Pauses in milliseconds between two looks at a job: a small run ends within the first ones. */
const PAUSES_MS = [50, 100, 150, 200] as const;
const LAST_PAUSE_MS = 250;
/** Milliseconds for which a call waits for a job: many clients end a call after 60 s. */
export const WAITS_AT_MOST_MS = 20_000;

/**
 * Waits until a job has ended, for at most the given milliseconds, and returns the job as it then is. Tells the client
 * about progress. Where a look fails, the job is returned as it was before, because its id must reach the client.
 */
export async function awaitedJob(job: JobRead, waitMs: number, call: ToolCall): Promise<JobRead> {
  const endsAt = call.elapsedMs() + waitMs;
  let [latest, told] = [job, -1];
  for (let look = 0;; look++) {
    const pauseMs = Math.min(PAUSES_MS[look] ?? LAST_PAUSE_MS, endsAt - call.elapsedMs());
    if (hasEnded(latest) || !call.waits || pauseMs <= 0 || call.signal.aborted) return latest;
    const { fraction, phase } = latest.progress;
    // The protocol has progress rise with each notification.
    if (fraction > told) await call.progress(fraction, phase);
    told = Math.max(told, fraction);
    await call.wait(pauseMs);
    const looked = await lookedAt(latest.run_id, call);
    if (looked === null) return latest;
    latest = looked;
  }
}

/** Returns a job as it now is; null if the look is refused or fails, which the API has then told to the log. */
async function lookedAt(runId: string, { api, signal }: ToolCall): Promise<JobRead | null> {
  try {
    return jobRead.parse(await api.look(runId, signal));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

export function hasEnded({ status }: Pick<JobRead, "status">): boolean {
  return status === "succeeded" || status === "failed" || status === "cancelled";
}

/** Returns a job as the answers of tools show it. */
export function shownJob(job: JobRead, { api }: Pick<ToolCall, "api">): JobShape {
  return {
    run_id: job.run_id,
    status: job.status,
    progress: job.progress.fraction,
    error: job.error === null ? null : `${markedDetail(job.error.detail)} (${job.error.code})`,
    conflict: [...linesOfConflict(job.error?.conflict)],
    next: nextStep(job),
    link: api.pageOf(job.parent_run_id ?? job.run_id),
  };
}

/** Returns the text of a job: the sentence first, then what to ask next and where a person sees it. */
export function jobText(job: JobRead, call: Pick<ToolCall, "api">): string {
  const { error, conflict, next, link } = shownJob(job, call);
  const name = job.name === null ? "" : ` ${quoted(job.name)}`;
  const percent = Math.round(job.progress.fraction * 100);
  const state = hasEnded(job) ? job.status : `${job.status}, ${percent} % (${job.progress.phase})`;
  const lines = [
    `${kindName(job.kind)} ${job.run_id}${name} is ${state}.`,
    ...error === null ? [] : [error],
    ...conflict,
    next,
    ...link === null ? [] : [`Page: ${link}`],
  ];
  return [...lines, ...lines.some(hasQuotes) ? [QUOTES_NOTE] : []].join("\n");
}

/** Returns the sentence about a failed job with the account's words marked: whole where it lists keys of methods. */
function markedDetail(detail: string): string {
  return /^No method has an answer/.test(detail) ? quoted(detail, MOST_OF_DETAIL) : withMarkedNames(detail);
}

const MOST_OF_DETAIL = 4_000;

function kindName(kind: string): string {
  return kind === "monte_carlo" ? "Simulation" : kind === "backtest" ? "Backtest" : "Run";
}

const ANOTHER_KEY = 'another "repeat_key", or they tell of this job for 24 hours';

function nextStep({ run_id, status }: Pick<JobRead, "run_id" | "status">): string {
  if (status === "succeeded") return `Next: get_result with run_id "${run_id}".`;
  if (status === "failed") {
    return `Next: change what the sentence names and submit again; the same arguments need ${ANOTHER_KEY}.`;
  }
  if (status === "cancelled") return `It was cancelled. To submit the same arguments again, use ${ANOTHER_KEY}.`;
  return `Next: get_run with run_id "${run_id}" and "wait_seconds": 20, until it has ended.`;
}
