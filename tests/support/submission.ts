import type { Account } from "../../src/domain/account.ts";
import type { Computations } from "../../src/computations/mod.ts";
import type { Readings } from "../../src/computations/readings.ts";
import { type SubmissionDependencies, submitRun } from "../../src/jobs/submit.ts";
import { type PreflightLimits, PreflightQueue } from "../../src/jobs/preflight_queue.ts";
import { LargeBodyReadings, READING_WORKER } from "../../src/jobs/large_body_readings.ts";
import { WorkBound } from "../../src/jobs/work_bound.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import type { Submitted } from "../../src/store/job_submission.ts";
import type { Store } from "../../src/store/open_store.ts";
import { poolOfThisThread, readingPoolOfThisThread } from "./pool_of_this_thread.ts";
import { DEADLINE_MS } from "./until.ts";

export const RISK_FREE_RATES = { IN: 0.065, US: 0.04 };

/**
 * Time limits of preflights (checks of rules before a run) in tests, so long that every request is judged even on a
 * slow machine.
 */
export const PATIENT_PREFLIGHTS: Partial<PreflightLimits> = { computingMs: DEADLINE_MS, waitingMs: DEADLINE_MS };

export interface Submission {
  readonly dependencies: SubmissionDependencies;
  submit(
    account: Account,
    body: unknown,
    options?: { idempotencyKey?: string; credential?: "session" | "key" },
  ): Promise<Submitted>;
  [Symbol.dispose](): void;
}

/**
 * Creates what is needed to submit runs on the sample market to a store. Preflights and the reading of large bodies run
 * in real workers with `hasWorkers`, else on the thread of the test.
 */
export function submissionTo(
  store: Store,
  clock: { now(): number },
  { hasWorkers = false }: { readonly hasWorkers?: boolean } = {},
): Submission {
  const preflightPool = hasWorkers ? new WorkerPool<Computations>({ workers: 1 }) : poolOfThisThread();
  const readingPool = hasWorkers
    ? new WorkerPool<Readings>({ workers: 1, module: READING_WORKER })
    : readingPoolOfThisThread();
  const dependencies: SubmissionDependencies = {
    jobs: store.jobs,
    classificationMaps: store.classificationMaps,
    uploads: store.uploads,
    marketData: sample,
    clock,
    telemetry: { count: () => undefined, record: () => undefined, observe: () => undefined },
    config: { riskFreeRates: RISK_FREE_RATES },
    preflights: new PreflightQueue(preflightPool, PATIENT_PREFLIGHTS),
    largeBodies: new LargeBodyReadings(readingPool, PATIENT_PREFLIGHTS),
    workBound: new WorkBound(null, { jobRunners: store.jobRunners, clock, elapsedMs: () => clock.now() }),
  };
  const { signal } = new AbortController();
  return {
    dependencies,
    submit: (account, body, { idempotencyKey = null, credential = "session" }: {
      idempotencyKey?: string | null;
      credential?: "session" | "key";
    } = {}) => submitRun(dependencies, account, body, { idempotencyKey, credential, signal }),
    [Symbol.dispose]() {
      preflightPool.close();
      readingPool.close();
    },
  };
}

/**
 * Test helper. Returns a body of POST /jobs with its own history: daily prices of the given number of assets and rows.
 */
export function pricesBody(assets: number, rows: number): PricesBody {
  const dates = Array.from(
    { length: rows },
    (_, row) => new Date(Date.UTC(2020, 0, 1 + row)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: assets }, (_, asset) => [
      `ASSET${asset}`,
      dates.map((_, row) => 100 * (1 + 0.1 * Math.sin(row * (asset + 1) * 0.7) + row * 1e-3 * (asset + 1))),
    ]),
  );
  return { prices: { dates, series }, methods: ["min_volatility"] };
}

/** Type of a body of POST /jobs with its own prices. */
export interface PricesBody extends Record<string, unknown> {
  readonly prices: { readonly dates: readonly string[]; readonly series: Readonly<Record<string, readonly number[]>> };
}
