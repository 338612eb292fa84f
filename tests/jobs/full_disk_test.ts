import assert from "node:assert/strict";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { workOfKinds } from "../../src/jobs/kinds/mod.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { openStore } from "../../src/store/open_store.ts";
import { noteAbsence } from "../support/absent_program.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { Gate, runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { smallDisk } from "../support/small_disk.ts";
import { pricesBody, RISK_FREE_RATES, submissionTo } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
if (probe === null) noteAbsence("the right to mount a disk", "The tests of a full disk are skipped: no right to mount");

const CONFIG = new TextEncoder().encode(JSON.stringify("x".repeat(300_000)));

Deno.test({
  name: "on a full disk new jobs are refused with not_ready, accepted jobs wait, and all succeed once there is space",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(16);
    assert.ok(disk);
    const clock = { now: () => Date.now() };
    const path = `${disk.folder}/kv.sqlite3`;
    const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const work = scriptedWork(async () => {
      await gate.pass();
      return null;
    });
    const runner = runningJobs(store, { work: [work], clock });
    const inHand = await submittedJob(store, account.id, {}, { config: CONFIG });
    const queued = await submittedJob(store, account.id, {}, { config: CONFIG });
    await gate.reached;
    await disk.fill();
    await assert.rejects(submittedJob(store, account.id, {}, { config: CONFIG }), { code: "not_ready" });
    const accepted = [inHand, queued];
    // The write-ahead log has some space left on the full disk, so small jobs are accepted until it is used up.
    await assert.rejects(async () => {
      while (accepted.length < 1_000) accepted.push(await submittedJob(store, account.id));
    }, { code: "not_ready" });
    await assert.rejects(store.maintenance.checkWritable(), { code: "not_ready" });
    gate.open();
    await until(() => runner.events.some((event) => /disk is full|of which .* stay free/.test(event)));
    for (const { id } of accepted) assert.notEqual((await store.jobs.get(account.id, id)).status, "failed");
    await disk.clear();
    for (const { id } of accepted) {
      await until(async () => (await store.jobs.get(account.id, id)).status === "succeeded", `the success of ${id}`);
      assert.equal((await store.artifacts.list(account.id, id)).length, 1);
    }
    assert.equal((await store.meters.usage(account.id))[0].used, accepted.length);
    assert.deepEqual((await store.jobs.config(account.id, queued.id)).length, CONFIG.length);
    await runner.stop();
    store.close();
  },
});

Deno.test({
  name:
    "a report that the full disk cannot store stays in rendering, and is stored exactly once when there is space again",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(16);
    assert.ok(disk);
    const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
    const path = `${disk.folder}/kv.sqlite3`;
    const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, clock);
    const pool = poolOfThisThread();
    const sources = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => new Date().toISOString() };
    const gate = new Gate();
    const runner = runningJobs(store, {
      work: workOfKinds({ pool, sources }),
      clock,
      artifacts: {
        async write(accountId, jobId, files) {
          if (files.some(({ name }) => name.endsWith(".pdf"))) await gate.pass();
          return await store.artifacts.write(accountId, jobId, files);
        },
      },
    });
    const { job: { id } } = await submission.submit(account, pricesBody(4, 200));
    await until(async () => (await store.jobs.get(account.id, id)).status === "succeeded", "the run");
    await store.jobs.requestReport(account.id, id, "full");
    await gate.reached;
    await disk.fill();
    // The write-ahead log has some space left on the full disk, so some writes still succeed.
    await assert.rejects(async () => {
      for (let turn = 0; turn < 1_000; turn++) await store.jobs.rename(account.id, id, `${turn} `.repeat(20).trim());
    }, { code: "not_ready" });
    gate.open();
    await until(() => runner.events.some((event) => /disk is full|of which .* stay free/.test(event)));
    assert.equal((await store.jobs.get(account.id, id)).reportStatus, "rendering");
    await disk.clear();
    await until(async () => (await store.jobs.get(account.id, id)).reportStatus === "ready", "the report");
    const names = (await store.artifacts.list(account.id, id)).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.endsWith(".pdf")), ["report_full.pdf"]);
    await runner.stop();
    clock.aheadMs = 3 * HOUR_MS;
    await store.maintenance.sweep();
    await store.maintenance.sweep();
    const kv = await Deno.openKv(path);
    for (const list of ["unadopted_chunk_sets", "leased_jobs", "queued_jobs"]) {
      assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [list] })), [], list);
    }
    kv.close();
    store.close();
  },
});
