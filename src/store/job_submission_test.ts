import assert from "node:assert/strict";
import { JOB_DRAFT, submittedJob } from "../../tests/support/submitted_job.ts";
import { until } from "../../tests/support/running_jobs.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { sweepChunks } from "./chunks.ts";
import { keys } from "./keys.ts";

const HOUR_MS = 3_600_000;
const LARGE = new Uint8Array(12 * 1024 * 1024).fill(7);

/** Waits for the first chunks of a set that no record points at, then lets the clock jump by an hour, and sweeps. */
async function sweepWhatIsWritten(context: TemporaryStore): Promise<void> {
  const sets = (): Promise<readonly unknown[]> => Array.fromAsync(context.kv.list({ prefix: keys.unadoptedChunkSets }));
  await until(async () => (await sets()).length > 0, "the first chunks");
  context.clock.nowMs += HOUR_MS;
  assert.ok(await sweepChunks(context) > 0);
}

Deno.test("a clock that jumps by an hour within a large submission keeps nobody from submitting, and leaves no orphan", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const submission = store.jobs.submit(account.id, JOB_DRAFT, { config: LARGE });
    await sweepWhatIsWritten(context);
    const { job } = await submission;
    assert.deepEqual(await store.jobs.config(account.id, job.id), LARGE);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    context.clock.nowMs += HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual(await store.jobs.config(account.id, job.id), LARGE);
    const chunks = (await context.list()).filter((key) => key.includes("chunks"));
    assert.equal(chunks.length, Math.ceil(LARGE.length / (60 * 1024)));
  }));

Deno.test("a clock that jumps by an hour while the inputs of a run are kept loses none", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease !== null);
    const keeping = store.jobQueue.keepInputs(lease, LARGE);
    await sweepWhatIsWritten(context);
    assert.equal(await keeping, true);
    assert.ok(await store.jobQueue.giveBack(lease));
    const next = await store.jobQueue.claim(null);
    assert.ok(next?.inputs);
    assert.deepEqual(await store.jobQueue.inputs(account.id, next.inputs), LARGE);
  }));
