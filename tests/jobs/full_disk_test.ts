import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { Gate, runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { smallDisk } from "../support/small_disk.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
// deno-lint-ignore no-console
if (probe === null) console.log("Skipped the tests of a full disk: this process may mount no tmpfs");

const CONFIG = new TextEncoder().encode(JSON.stringify("x".repeat(300_000)));

Deno.test({
  name:
    "on a full disk new work is refused with not_ready, work in hand waits, and nothing is lost when there is room again",
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
    // The write-ahead log has some room of its own: small jobs are taken until it is used up.
    await assert.rejects(async () => {
      while (accepted.length < 1_000) accepted.push(await submittedJob(store, account.id));
    }, { code: "not_ready" });
    await assert.rejects(store.maintenance.checkWritable(), { code: "not_ready" });
    gate.open();
    await until(() => runner.events.some((event) => event.includes("cannot store anything now")));
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
