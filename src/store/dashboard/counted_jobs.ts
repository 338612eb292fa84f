import type { AccountId, JobId } from "../../domain/identifier.ts";
import type { DismissedInsight, InsightKind } from "../../domain/insight_kind.ts";
import { JOB_KINDS } from "../../domain/job_kinds.ts";
import { DashboardTotals } from "./dashboard_totals.ts";
import type { CountedJob } from "./job_row.ts";
import type { RunFigures } from "../../domain/run_figures.ts";
import type { ArtifactSet } from "../artifacts.ts";
import type { StoreContext } from "../context.ts";
import { type JobRecord, kindOfJobId } from "../job_record.ts";
import { keys } from "../keys.ts";
import { figuresOf } from "./run_figures.ts";
import { bytesOfArtifacts } from "../stored_bytes.ts";
import type { StoredContent } from "../stored_content.ts";

/**
 * State of a job as the dashboard counts it, with the figures that are stored for the job and whether the job was
 * deleted.
 */
export interface FoundJob {
  readonly counted: CountedJob;
  /** Stored figures of the run. They also exist for a deleted run until the dashboard has counted its deletion. */
  readonly figures: RunFigures | null;
  readonly figuresEntry: Deno.KvEntryMaybe<StoredContent>;
  readonly isGone: boolean;
}

/**
 * Reads one job, its artifacts, its figures and its dismissed insights, in the form in which the dashboard counts it.
 */
export async function findCountedJob(context: StoreContext, accountId: AccountId, jobId: JobId): Promise<FoundJob> {
  const kind = kindOfJobId(jobId);
  const isRun = kind !== null && JOB_KINDS[kind].standsOn === null;
  const [[record, figuresEntry], sets, dismissed] = await Promise.all([
    context.kv.getMany<[JobRecord, StoredContent]>([
      keys.job(accountId, kind ?? "optimization", jobId),
      keys.runFigures(accountId, jobId),
    ]),
    Array.fromAsync(context.kv.list<ArtifactSet>({ prefix: keys.artifactSets(accountId, jobId) })),
    isRun
      ? Array.fromAsync(context.kv.list<DismissedInsight>({ prefix: keys.dismissedInsightsOf(accountId, jobId) }))
      : [],
  ]);
  const run = isRun ? record.value : null;
  const figures = isRun ? await figuresOf(context, figuresEntry.value) : null;
  const counted = {
    bytes: sets.reduce((sum, { value }) => sum + bytesOfArtifacts(value), 0),
    run,
    figures: run?.status === "succeeded" ? figures : null,
    dismissed: dismissed.map(({ value }) => value.kind),
  };
  return { counted, figures, figuresEntry, isGone: record.value === null };
}

/** Dashboard totals of all jobs of an account, counted from the job records. */
export interface CountedJobs {
  readonly totals: DashboardTotals;
  /** Ids of succeeded runs for which no figures are stored. */
  readonly lacking: readonly JobId[];
  /** Stored figures of deleted runs, by the ids of the runs. */
  readonly left: ReadonlyMap<string, StoredContent>;
}

/** Reads every job of an account and returns the dashboard totals that they add up to. */
export async function countAllJobs(context: StoreContext, accountId: AccountId): Promise<CountedJobs> {
  const { kv } = context;
  const [bytes, dismissed, figures] = await Promise.all([
    bytesByJob(context, accountId),
    dismissedByRun(context, accountId),
    figuresByRun(context, accountId),
  ]);
  const totals = new DashboardTotals();
  const lacking: JobId[] = [];
  for await (const { value: run } of kv.list<JobRecord>({ prefix: keys.jobs(accountId, "optimization") }, BATCHES)) {
    const counted: CountedJob = {
      bytes: bytes.get(run.id) ?? 0,
      run,
      figures: run.status === "succeeded" ? await figuresOf(context, figures.get(run.id) ?? null) : null,
      dismissed: dismissed.get(run.id) ?? [],
    };
    if (lacksFigures(counted)) lacking.push(run.id);
    totals.set(run.id, counted);
    bytes.delete(run.id);
    figures.delete(run.id);
  }
  for (const [jobId, held] of bytes) totals.set(jobId, { bytes: held, run: null, figures: null, dismissed: [] });
  return { totals, lacking, left: figures };
}

/** Number of entries that the dashboard's full count reads from the KV per batch. */
const BATCHES = { batchSize: 500 } as const;

function lacksFigures({ run, figures }: CountedJob): boolean {
  return run?.status === "succeeded" && figures === null;
}

async function bytesByJob({ kv }: StoreContext, accountId: AccountId): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for await (const { key, value } of kv.list<ArtifactSet>({ prefix: keys.allArtifactSets(accountId) }, BATCHES)) {
    const jobId = String(key.at(-2));
    bytes.set(jobId, (bytes.get(jobId) ?? 0) + bytesOfArtifacts(value));
  }
  return bytes;
}

async function figuresByRun({ kv }: StoreContext, accountId: AccountId): Promise<Map<string, StoredContent>> {
  const figures = new Map<string, StoredContent>();
  for await (const { key, value } of kv.list<StoredContent>({ prefix: keys.allRunFigures(accountId) }, BATCHES)) {
    figures.set(String(key.at(-1)), value);
  }
  return figures;
}

async function dismissedByRun(context: StoreContext, accountId: AccountId): Promise<Map<string, InsightKind[]>> {
  const dismissed = new Map<string, InsightKind[]>();
  for await (const { kind, runId } of dismissedInsights(context, accountId)) {
    dismissed.set(runId, [...dismissed.get(runId) ?? [], kind]);
  }
  return dismissed;
}

/**
 * Reads from the store, one after the other, the insights (facts about a run on the dashboard) that the owner of an
 * account dismissed.
 */
export async function* dismissedInsights(
  { kv }: StoreContext,
  accountId: AccountId,
): AsyncIterable<DismissedInsight> {
  for await (const { value } of kv.list<DismissedInsight>({ prefix: keys.dismissedInsights(accountId) }, BATCHES)) {
    yield value;
  }
}
