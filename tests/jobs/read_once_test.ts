import assert from "node:assert/strict";
import { readStoredRun } from "../../src/computations/stored_run.ts";
import type { Account } from "../../src/domain/account.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { JobId } from "../../src/domain/identifier.ts";
import type { Job } from "../../src/domain/job.ts";
import { workOfKinds } from "../../src/jobs/kinds/mod.ts";
import type { PreflightConfig } from "../../src/jobs/preflight_queue.ts";
import { requestReport } from "../../src/jobs/request_report.ts";
import { submitRun } from "../../src/jobs/submit.ts";
import { submitBacktest, submitSimulation } from "../../src/jobs/submit_job_of_run.ts";
import { kernelDigests } from "../../src/kernels/digests.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import type { Store } from "../../src/store/open_store.ts";
import { UnreadBody } from "../../src/request/unread_body.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { finished, runningJobs } from "../support/running_jobs.ts";
import { JOB_DRAFT } from "../support/submitted_job.ts";
import { pricesBody, type Submission, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { textOfPdf } from "../support/text_of_pdf.ts";
import { testedCases, testInTurn } from "../support/tier.ts";
import { withoutMarks } from "../support/without_marks.ts";

const PRICES = pricesBody(4, 1_500);
const DAYS = PRICES.prices.dates;
const RATES = { dates: DAYS, series: { USD: DAYS.map((_, row) => 80 + row / 1_000) } };
const SCENARIOS = Float64Array.from({ length: 4 * 3_000 }, (_, at) => Math.sin(at * 1.7) / 50 + (at % 4) / 1_000);
/** Bodies whose configs are too large for one value of the store. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "prices": PRICES,
  "prices with rules, lots and a backtest": {
    ...PRICES,
    methods: ["min_cvar", { method: "max_sharpe", key: "tangent" }],
    constraints: { weight_bounds: { max: 0.5 }, risk_limits: [{ measure: "volatility", max: 5 }] },
    allocation: { capital: 100_000 },
    benchmark: { weights: { ASSET0: 0.5, ASSET1: 0.5 } },
    rolling_backtest: { train_window: 1_000, rebalance_every: 250, methods: ["tangent"] },
  },
  "prices of which not all days are common": { ...PRICES, history: "available" },
  "prices in two currencies": {
    ...PRICES,
    start_date: "2020-06-01",
    currencies: { ASSET1: "USD" },
    base_currency: "INR",
    exchange_rates: RATES,
  },
  "scenarios that are not equally likely": {
    scenarios: {
      assets: ["A", "B", "C", "D"],
      base64: new Uint8Array(SCENARIOS.buffer).toBase64(),
      probabilities: Array.from({ length: 3_000 }, (_, row) => (row % 2 === 0 ? 0.5 : 1.5) / 3_000),
    },
    methods: ["min_cvar"],
  },
};

for (const [name, body] of Object.entries(BODIES)) {
  Deno.test(
    testInTurn(
      `a run of own ${name} that reads its history once has the files of one that reads it again`,
      () =>
        withRuns(body, async (context, { run, again }) => {
          const { store } = context, { accountId, id: jobId } = run;
          const config = await store.jobs.config(accountId, jobId);
          const read = await store.jobQueue.configOfRun({ accountId, jobId });
          assert.ok(config.length > 60 * 1024 && read !== null && read.length < config.length / 2);
          assert.deepEqual(await filesOf(context, run), await filesOf(context, again));
        }),
    ),
  );
}

Deno.test("a small history with rules is aligned once: neither its preflight nor its run needs the rows", () =>
  withStore(async ({ store, clock }) => {
    using submission = submissionTo(store, clock);
    const { dependencies } = submission, { account } = await accountWithCredentials(store);
    const judged: PreflightConfig[] = [];
    const preflights: typeof dependencies.preflights = {
      run(accountId, request, signal) {
        if ("read" in request) judged.push({ ...request, config: request.config.slice() });
        return dependencies.preflights.run(accountId, request, signal);
      },
    };
    const body = { ...pricesBody(3, 60), constraints: { weight_bounds: { max: 0.6 } } };
    const options = { idempotencyKey: null, credential: "session", signal: new AbortController().signal } as const;
    const { job } = await submitRun({ ...dependencies, preflights }, account, body, options);
    const [{ config, read }] = judged;
    assert.deepEqual(JSON.parse(new TextDecoder().decode(config)).prices, {});
    assert.deepEqual(read?.assets, Object.keys(body.prices.series));
    const stored = { history: await store.jobs.inputs(account.id, job.id), digests: await kernelDigests() };
    const { inputs } = readStoredRun({ config: Uint8Array.from(config), ...stored });
    assert.deepEqual(inputs, readStoredRun({ config: await store.jobs.config(account.id, job.id), ...stored }).inputs);
    assert.deepEqual(inputs.history?.dates, body.prices.dates.slice(1));
  }));

type Sent = readonly [submit: typeof submitSimulation, body: Readonly<Record<string, unknown>>];
const SIMULATION = { paths: 20, horizon: 5 }, BACKTEST = { train_window: 1_000, rebalance_every: 200 };
/** Later jobs of runs by the name of the body of their run. Some are refused, for a doubt or for what the run is. */
const LATER: Readonly<Record<string, readonly Sent[]>> = {
  "prices with rules, lots and a backtest": [
    [submitSimulation, { ...SIMULATION, method: "tangent" }],
    [submitSimulation, { ...SIMULATION, inflation: 4, doubts: "refuse" }],
    [submitBacktest, { ...BACKTEST, doubts: "refuse" }],
    [submitBacktest, { ...BACKTEST, methods: [{ method: "efficient_risk", target_volatility: 0.6 }] }],
  ],
  "prices in two currencies": [
    [submitSimulation, { ...SIMULATION, model: "bootstrap" }],
    [submitBacktest, BACKTEST],
  ],
  "scenarios that are not equally likely": [
    [submitSimulation, SIMULATION],
    [submitSimulation, { ...SIMULATION, model: "bootstrap" }],
    [submitBacktest, BACKTEST],
  ],
};

for (const [name, sent] of testedCases(Object.entries(LATER))) {
  Deno.test(
    testInTurn(
      `simulations, backtests and reports of a run of own ${name} read none of its rows, and are as if they had`,
      () =>
        withRuns(BODIES[name], async (context, { run, again, ...parts }) => {
          const { length } = await context.store.jobs.config(run.accountId, run.id), reads: number[] = [];
          const noting = { ...context, store: notingReads(context.store, run.id, reads) };
          const outcomes = await outcomesOf(run, sent, { context: noting, ...parts });
          assert.deepEqual(outcomes, await outcomesOf(again, sent, { context, ...parts }));
          assert.ok(
            reads.length > sent.length / 2 && reads.every((bytes) => bytes < length / 2),
            `${reads} of ${length}`,
          );
        }),
    ),
  );
}

interface TwoRuns {
  readonly account: Account;
  /** Run whose history was aligned at its submission. */
  readonly run: Job;
  /** Run of the same config, which an earlier version left to align its history itself. */
  readonly again: Job;
  readonly submission: Submission;
}

/** Runs a test with two succeeded runs of a body. */
function withRuns(body: unknown, test: (context: TemporaryStore, runs: TwoRuns) => Promise<void>): Promise<void> {
  return withStore(async (context) => {
    const { store } = context, { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, context.clock);
    const sent = new UnreadBody(new TextEncoder().encode(JSON.stringify(body)));
    const { job: run } = await submission.submit(account, sent);
    const config = await store.jobs.config(account.id, run.id), { name, methods, currency } = run;
    const draft = { ...JOB_DRAFT, name, market: "CUSTOM", methods, currency } as const;
    const { job: again } = await store.jobs.submit(account.id, draft, { config });
    await computed(context, [run, again]);
    await test(context, { account, run, again, submission });
  });
}

/** Returns the files of later jobs of a run, or why they are refused, and at last those of the run with its report. */
async function outcomesOf(
  run: Job,
  sent: readonly Sent[],
  { context, account, submission }: Pick<TwoRuns, "account" | "submission"> & { readonly context: TemporaryStore },
): Promise<readonly unknown[]> {
  const { accountId, id: runId } = run, { store } = context, outcomes: unknown[] = [];
  const dependencies = { ...submission.dependencies, jobs: store.jobs, artifacts: store.artifacts };
  for (const [submit, body] of sent) {
    try {
      const { job } = await submit(dependencies, account, { runId, body, idempotencyKey: null });
      await computed(context, [job]);
      outcomes.push(await filesOf(context, job));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.push([error.code, error.faults]);
    }
  }
  await computed(context, [await requestReport(dependencies, { accountId, runId, kind: "full" })]);
  return [...outcomes, await filesOf(context, run)];
}

/** Returns a store that notes how many bytes of the config of a run are read. */
function notingReads(store: Store, runId: JobId, reads: number[]): Store {
  const noted = <Bytes extends Uint8Array | null>(jobId: JobId, bytes: Bytes): Bytes => {
    if (jobId === runId && bytes !== null) reads.push(bytes.length);
    return bytes;
  };
  const { jobs, jobQueue } = store;
  return {
    ...store,
    jobs: {
      ...jobs,
      config: async (accountId, jobId) => noted(jobId, await jobs.config(accountId, jobId)),
      configOfRun: async (accountId, jobId) => noted(jobId, await jobs.configOfRun(accountId, jobId)),
    },
    jobQueue: {
      ...jobQueue,
      config: async (job) => noted(job.jobId, await jobQueue.config(job)),
      configOfRun: async (job) => noted(job.jobId, await jobQueue.configOfRun(job)),
    },
  };
}

/** Computes jobs on the thread of the test. */
async function computed({ store, clock }: TemporaryStore, jobs: readonly Job[]): Promise<void> {
  const pool = poolOfThisThread();
  const sources = { marketData: sample, now: () => "2026-01-01T00:00:00Z" };
  const runner = runningJobs(store, { work: workOfKinds({ pool, sources }), clock });
  try {
    for (const job of jobs) {
      const { status, error } = await finished(store, job);
      assert.equal(status, "succeeded", error?.detail);
    }
  } finally {
    await runner.stop();
    pool.close();
  }
}

/** Returns the files of a job by name, without what differs between any two runs. */
async function filesOf({ store }: TemporaryStore, { accountId, id }: Job): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name } of await store.artifacts.list(accountId, id)) {
    const bytes = await new Response((await store.artifacts.find(accountId, id, name))?.stream()).bytes();
    files[name] = withoutMarks(name.endsWith(".pdf") ? await textOfPdf(bytes) : new TextDecoder().decode(bytes));
  }
  return files;
}
