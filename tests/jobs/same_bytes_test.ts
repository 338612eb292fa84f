import assert from "node:assert/strict";
import type { Job } from "../../src/domain/job.ts";
import { sentMethods } from "../support/sent_methods.ts";
import { startRunnerProcess } from "../support/start_runner_process.ts";
import { submissionTo } from "../support/submission.ts";
import { partOf, testInTurn } from "../support/tier.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { DEADLINE_MS, until } from "../support/until.ts";
import { withoutMarks } from "../support/without_marks.ts";

const ASSETS = ["EXLOTUS", "EXBANYAN", "EXMANGO", "EXGINGER", "EXGRANITE", "EXCLOUD"];
const RUN = {
  stocks: ASSETS.map((ticker) => ({ ticker, exchange: "NSE" })),
  start_date: "2023-01-01",
  frequency: "weekly",
  benchmark: "NIFTY50",
  starting_portfolio: { "NSE:EXLOTUS": 0.6, "NSE:EXMANGO": 0.4 },
};
/** Further sections of a run's request, one set for each request. */
const PARTS = [
  { efficient_frontier: { points: 4, measure: "cvar" } },
  { rolling_backtest: { rebalance_every: 60, methods: ["hold", "equal_weight"] } },
  { allocation: { capital: 250_000 }, covariance: { estimator: "ledoit_wolf" } },
];
const METHODS_IN_A_RUN = Math.ceil(sentMethods().length / PARTS.length);

/** Every optimisation method, divided over the three runs. */
const METHODS = PARTS.map((_, i) => sentMethods().slice(i * METHODS_IN_A_RUN, (i + 1) * METHODS_IN_A_RUN));

/** Bodies of three runs that together name every optimisation method; in the part of the tests, every sixteenth. */
const REQUESTS = PARTS.map((part, i) => ({ ...RUN, ...part, methods: partOf(METHODS[i], { shift: i, share: 16 }) }));

/**
 * Set-ups of job runner processes that compute the same runs, by name. Each is a list with the number of workers of
 * each process.
 */
const RUNNERS: Readonly<Record<string, readonly number[]>> = {
  "1 worker": [1],
  "2 workers": [2],
  "4 workers": [4],
  "two processes": [1, 1],
};

Deno.test(
  testInTurn(
    "three requests that together name every method give the same bytes with 1, 2 and 4 workers and in two processes",
    () =>
      withStore(async (context) => {
        const found = new Map<string, ReadonlyMap<string, string>>();
        const [one, ...more] = Object.entries(RUNNERS);
        for (const [name, workers] of [one, ...partOf(more)]) found.set(name, await filesBy(context, workers));
        const [first, ...others] = found;
        assert.equal(METHODS.flat().length, sentMethods().length);
        for (const file of ["1/result.json", "2/rolling_backtest.json", "3/allocation.csv"]) {
          assert.ok(first[1].has(file), file);
        }
        for (const [name, files] of others) {
          assert.deepEqual([...files.keys()], [...first[1].keys()], name);
          for (const [file, text] of files) assert.ok(text === first[1].get(file), `${file} differs by ${name}`);
        }
      }),
  ),
);

/** Computes the requests with one runner process for each number of workers. Returns all files by request and name. */
async function filesBy(context: TemporaryStore, workers: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const { store, path } = context;
  const { account } = await accountWithCredentials(store, `${workers.join("and")}@example.com`);
  using submission = submissionTo(store, context.clock);
  const jobs: Job[] = [];
  for (const body of REQUESTS) jobs.push((await submission.submit(account, body)).job);
  await using _processes = new AsyncDisposableStack();
  for (const atOnce of workers) _processes.use(startRunnerProcess(path, { atOnce, leaseMs: DEADLINE_MS }));
  const records = (): Promise<readonly Job[]> => Promise.all(jobs.map(({ id }) => store.jobs.get(account.id, id)));
  await until(async () => (await records()).every(({ finishedAt }) => finishedAt !== null), "the three runs");
  for (const { status, error } of await records()) assert.equal(status, "succeeded", error?.detail);
  const files = new Map<string, string>();
  for (const [i, { id }] of jobs.entries()) {
    for (const { name } of await store.artifacts.list(account.id, id)) {
      const file = await store.artifacts.find(account.id, id, name);
      assert.ok(file !== null, name);
      files.set(`${i + 1}/${name}`, withoutMarks(await new Response(file.stream()).text()));
    }
  }
  return files;
}
