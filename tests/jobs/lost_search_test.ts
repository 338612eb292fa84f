import assert from "node:assert/strict";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import type { SearchingComputations } from "../support/searching_worker.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const MODULE = new URL("../support/searching_worker.ts", import.meta.url);
/** Number of the stop flag check at which the worker is lost, a few nodes into its branch-and-bound search. */
const LOST_AT = 30;

const random = randomNumbers(3);
const dates = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10));
const names = Array.from({ length: 9 }, (_, number) => `A${number}`);
const BODY = {
  returns: {
    dates,
    series: Object.fromEntries(names.map((name) => [name, dates.map(() => 0.04 * (random() - 0.48))])),
  },
  methods: [{ method: "max_quadratic_utility", risk_aversion: 8 }],
  constraints: { weight_bounds: { max: 0.4 }, cardinality: { max: 4 }, min_position: 0.16 },
};

Deno.test(
  testInTurn(
    "a run whose worker is lost inside branch and bound is tried again and gives the same bytes",
    () =>
      withStore(async ({ store, clock }) => {
        const dependencies = {
          marketData: sample,
          now: () => "2024-12-31T00:00:00.000Z",
        };
        const inputsOf = () => prepareInputs(parseRequest(BODY), dependencies, new AbortController().signal);
        const pool = new WorkerPool<SearchingComputations>({ workers: 1, module: MODULE });
        const answers: string[] = [];
        const work = scriptedWork(async ({ number, options }) => {
          const run = { run: await inputsOf(), lostAt: number === 1 ? LOST_AT : null };
          answers.push(JSON.stringify(await pool.run("search", run, options)));
          return null;
        });
        const runner = runningJobs(store, { work: [work], clock });
        try {
          const { account } = await accountWithCredentials(store);
          const { id } = await submittedJob(store, account.id);
          await until(async () => (await store.jobs.get(account.id, id)).finishedAt !== null);
          const { status, attempt } = await store.jobs.get(account.id, id);
          assert.deepEqual([status, attempt, answers.length], ["succeeded", 2, 1]);
          const undisturbed = JSON.stringify(await pool.run("search", { run: await inputsOf(), lostAt: null }));
          assert.equal(answers[0], undisturbed);
          const [{ status: solved, certificate }] = JSON.parse(undisturbed).result.methods;
          assert.ok(solved === "optimal" && certificate.nodes > 2, `${solved} after ${certificate.nodes} nodes`);
        } finally {
          await runner.stop();
          pool.close();
        }
      }),
  ),
);
