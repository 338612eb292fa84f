import assert from "node:assert/strict";
import type { AccountId, JobId } from "../../src/domain/identifier.ts";
import type { Job } from "../../src/domain/job.ts";
import { optimizationWork } from "../../src/jobs/kinds/optimization_work.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { UnreadBody } from "../../src/request/unread_body.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { runningJobs } from "../support/running_jobs.ts";
import { JOB_DRAFT } from "../support/submitted_job.ts";
import { pricesBody, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";
import { withoutMarks } from "../support/without_marks.ts";

const PRICES = pricesBody(4, 1_500);
const DAYS = PRICES.prices.dates;
const RATES = { dates: DAYS, series: { USD: DAYS.map((_, row) => 80 + row / 1_000) } };
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
};

for (const [name, body] of Object.entries(BODIES)) {
  Deno.test(`a run of own ${name} that reads its history once has the files of one that reads it again`, () =>
    withStore(async (context) => {
      const { store } = context, { account } = await accountWithCredentials(store);
      using submission = submissionTo(store, context.clock);
      const { job } = await submission.submit(account, new UnreadBody(new TextEncoder().encode(JSON.stringify(body))));
      const place = { accountId: account.id, jobId: job.id };
      const config = await store.jobs.config(account.id, job.id), read = await store.jobQueue.configOfRun(place);
      assert.ok(config.length > 60 * 1024 && read !== null && read.length < config.length / 2);
      const { methods } = job;
      const before = await store.jobs.submit(account.id, { ...JOB_DRAFT, market: "CUSTOM", methods }, { config });
      await computed(context, account.id, [job, before.job]);
      assert.deepEqual(await filesOf(context, account.id, job.id), await filesOf(context, account.id, before.job.id));
    }));
}

/** Computes jobs on the thread of the test. */
async function computed({ store, clock }: TemporaryStore, accountId: AccountId, jobs: readonly Job[]): Promise<void> {
  const pool = poolOfThisThread();
  const sources = { marketData: sample, now: () => "2026-01-01T00:00:00Z" };
  const runner = runningJobs(store, { work: [optimizationWork({ pool, sources })], clock });
  for (const { id } of jobs) {
    await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, `the end of ${id}`);
    const { status, error } = await store.jobs.get(accountId, id);
    assert.equal(status, "succeeded", error?.detail);
  }
  await runner.stop();
  pool.close();
}

/** Returns the files of a job by name, without what differs between any two runs. */
async function filesOf({ store }: TemporaryStore, accountId: AccountId, id: JobId): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name } of await store.artifacts.list(accountId, id)) {
    const file = await store.artifacts.find(accountId, id, name);
    files[name] = withoutMarks(await new Response(file?.stream()).text());
  }
  return files;
}
