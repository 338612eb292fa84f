import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { until } from "../support/until.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

Deno.test("an API without workers takes back a run of a killed job runner, and the next runner computes it", async () => {
  await using folder = await temporaryFolder();
  const clock = { now: () => Date.now() };
  const path = `${folder.path}/kv.sqlite3`;
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
  try {
    using submission = submissionTo(store, clock);
    const { account } = await accountWithCredentials(store);
    const settings = { DATA_DIR: folder.path, HTTPS_PORT: "0" };
    await using api = startServiceProcess({ ...settings, WORKERS: "0" });
    await using killed = startServiceProcess({ ...settings, WORKERS: "1" }, ["work"]);
    await api.printed(/started/);
    await killed.printed(/started/);
    const methods = ["min_cvar", "min_mad", "min_semideviation", "max_sharpe"];
    const { job } = await submission.submit(account, { ...pricesBody(30, 1_000), methods });
    await until(async () => (await store.jobs.get(account.id, job.id)).status === "running", "the first attempt");
    killed.kill("SIGKILL");
    await killed.ended();
    await until(async () => (await store.jobs.get(account.id, job.id)).status === "queued", "the API to take it back");
    await using next = startServiceProcess({ ...settings, WORKERS: "1" }, ["work"]);
    await until(async () => (await store.jobs.get(account.id, job.id)).finishedAt !== null, "the second attempt");
    const done = await store.jobs.get(account.id, job.id);
    assert.deepEqual([done.status, done.attempt, done.error], ["succeeded", 2, null]);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    assert.deepEqual(await store.jobQueue.leases(), []);
    for (const process of [next, api]) {
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
    }
  } finally {
    store.close();
  }
});
