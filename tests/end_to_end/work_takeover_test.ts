import assert from "node:assert/strict";
import type { AccountId, JobId } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { runService } from "../support/running_service.ts";
import { until } from "../support/until.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

const METHODS = ["min_cvar", "min_mad", "min_semideviation", "max_sharpe"];

/** A run that a killed job runner left behind, in a store that other processes may open. */
interface LeftRun extends AsyncDisposable {
  readonly dataDir: string;
  readonly store: Store;
  readonly accountId: AccountId;
  readonly jobId: JobId;
}

/** Test helper. Submits a run, starts a job runner in a process of its own, and kills it while it computes the run. */
async function leftRun(): Promise<LeftRun> {
  const folder = await temporaryFolder();
  const clock = { now: () => Date.now() };
  const path = `${folder.path}/kv.sqlite3`;
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
  const { account } = await accountWithCredentials(store);
  await using killed = startServiceProcess({ DATA_DIR: folder.path, WORKERS: "1" }, ["work"]);
  await killed.printed(/started/);
  using submission = submissionTo(store, clock);
  const { job } = await submission.submit(account, { ...pricesBody(30, 1_000), methods: METHODS });
  await until(async () => (await store.jobs.get(account.id, job.id)).status === "running", "the first attempt");
  killed.kill("SIGKILL");
  await killed.ended();
  return {
    dataDir: folder.path,
    store,
    accountId: account.id,
    jobId: job.id,
    async [Symbol.asyncDispose]() {
      store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Waits until the API without workers has queued the run again. */
async function untilTakenBack({ store, accountId, jobId }: LeftRun): Promise<void> {
  await until(async () => (await store.jobs.get(accountId, jobId)).status === "queued", "the API to take it back");
}

/** Waits for the second attempt of the run, and asserts that it succeeded and was metered once. */
async function assertComputedOnce({ store, accountId, jobId }: LeftRun): Promise<void> {
  await until(async () => (await store.jobs.get(accountId, jobId)).finishedAt !== null, "the second attempt");
  const done = await store.jobs.get(accountId, jobId);
  assert.deepEqual([done.status, done.attempt, done.error], ["succeeded", 2, null]);
  assert.equal((await store.meters.usage(accountId))[0].used, 1);
  assert.deepEqual(await store.jobQueue.leases(), []);
}

Deno.test("an API without workers takes back a run of a killed job runner, and the next runner computes it", async () => {
  await using run = await leftRun();
  {
    // Nothing lives that such a short lease could be taken from: the API has ended before the next runner starts.
    const jobTiming = { leaseMs: 200, pauseMs: () => 20 };
    await using _api = await runService({ environment: { DATA_DIR: run.dataDir, WORKERS: "0" }, jobTiming });
    await untilTakenBack(run);
  }
  await using _next = await runService({ environment: { DATA_DIR: run.dataDir, WORKERS: "1" } });
  await assertComputedOnce(run);
});

Deno.test(fullTest(
  "the process of an API without workers takes back a run of a killed job runner after its lease, and the next process computes it",
  { heldBy: "an API without workers takes back a run of a killed job runner, and the next runner computes it" },
  async () => {
    await using run = await leftRun();
    await using api = startServiceProcess({ DATA_DIR: run.dataDir, HTTPS_PORT: "0", WORKERS: "0" });
    await untilTakenBack(run);
    await using next = startServiceProcess({ DATA_DIR: run.dataDir, WORKERS: "1" }, ["work"]);
    await assertComputedOnce(run);
    for (const process of [next, api]) {
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
    }
  },
));
