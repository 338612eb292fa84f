import assert from "node:assert/strict";
import { JOB_DRAFT, submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { watchedKv } from "../../tests/support/watched_kv.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { PLAN_LIMITS, planLimits } from "../domain/plan.ts";
import type { ArtifactSet } from "./artifacts.ts";
import { sweepChunks } from "./chunks.ts";
import type { Lease } from "./lease.ts";
import type { ChainedJob } from "./job_submission.ts";
import { type Repositories, repositories } from "./mod.ts";

const FIRST_PAGE = { limit: 100, cursor: null };
const LARGE = new Uint8Array(3 * 1024 * 1024).fill(7);
const INPUTS = new Uint8Array(100_000).map((_, index) => index % 251);
const CHAINED: ChainedJob = {
  kind: "monte_carlo",
  name: "What may come",
  methods: ["min_volatility"],
  config: new TextEncoder().encode('{"paths":10}'),
};

Deno.test("a run is metered together with its chained simulation, and refused uncounted if that exceeds its limit", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id, {}, { chained: ["monte_carlo"] });
    assert.deepEqual(await used(store, account.id), [1, 1, 0]);
    await assert.rejects(submittedJob(store, account.id, {}, { chained: ["monte_carlo"] }), { code: "quota_exceeded" });
    await submittedJob(store, account.id);
    assert.deepEqual(await used(store, account.id), [2, 1, 0]);
  }, { planLimits: planLimits({ free: { monte_carlo_runs: 1 } }) }));

Deno.test("a job chained to a run is queued exactly once, when the run succeeds", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id, { market: "US", currency: "USD" }, { chained: ["monte_carlo"] });
    const { lease, set } = await uploaded(store);
    assert.equal(await store.jobQueue.succeed(lease, set, { chained: [CHAINED] }), true);
    assert.equal(await store.jobQueue.succeed(lease, set, { chained: [CHAINED] }), false);
    const { items } = await store.jobs.listOfRun(account.id, run.id, "monte_carlo", FIRST_PAGE);
    assert.equal(items.length, 1);
    const { kind, name, methods, status, market, currency, parentRunId, id } = items[0];
    assert.deepEqual({ kind, name, methods, status, market, currency, parentRunId }, {
      kind: "monte_carlo",
      name: "What may come",
      methods: ["min_volatility"],
      status: "queued",
      market: "US",
      currency: "USD",
      parentRunId: run.id,
    });
    assert.deepEqual(await store.jobs.config(account.id, id), CHAINED.config);
    assert.deepEqual(await used(store, account.id), [1, 1, 0]);
    const claim = await claimed(store);
    assert.equal(claim.jobId, id);
    assert.notEqual(claim.inputs, null);
  }));

Deno.test("a run whose lease was lost does not start its chained job", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id, {}, { chained: ["monte_carlo"] });
    const { lease, set } = await uploaded(store);
    await store.jobs.cancel(account.id, run.id);
    assert.equal(await store.jobQueue.succeed(lease, set, { chained: [CHAINED] }), false);
    assert.deepEqual((await store.jobs.listOfRun(account.id, run.id, "monte_carlo", FIRST_PAGE)).items, []);
  }));

Deno.test("simulations and backtests share the stored inputs of their run, which are deleted with the run", () =>
  withStore(async (temporary) => {
    const { store } = temporary;
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id);
    const { lease, set } = await uploaded(store);
    await store.jobQueue.succeed(lease, set);
    const backtest = await submittedJob(store, account.id, { kind: "backtest", parentRunId: run.id });
    const claim = await claimed(store);
    assert.equal(claim.jobId, backtest.id);
    assert.deepEqual(await inputsOf(store, claim), INPUTS);
    await assert.rejects(store.jobs.delete(account.id, run.id), { code: "run_in_flight" });
    await store.jobQueue.fail(claim, { code: "methods_failed", detail: "" });
    await store.jobs.delete(account.id, backtest.id);
    assert.deepEqual(await inputsOf(store, claim), INPUTS);
    await submittedJob(store, account.id, { kind: "monte_carlo", parentRunId: run.id });
    await store.jobQueue.fail(await claimed(store), { code: "methods_failed", detail: "" });
    await store.jobs.delete(account.id, run.id);
    assert.equal(await inputsOf(store, claim), null);
    temporary.clock.nowMs += 3 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual((await temporary.list()).filter((key) => key.includes("chunk")), []);
  }));

Deno.test("of the deletion of a run and a simultaneous submission of a backtest on it only one succeeds", () =>
  withStore(async ({ store, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const other = await openAgain();
    for (let round = 0; round < 20; round++) {
      const run = await submittedJob(store, account.id);
      const { lease, set } = await uploaded(store);
      await store.jobQueue.succeed(lease, set);
      const [submission, deletion] = await Promise.allSettled([
        submittedJob(store, account.id, { kind: "backtest", parentRunId: run.id }),
        other.jobs.delete(account.id, run.id),
      ]);
      if (submission.status === "rejected") {
        assert.equal(submission.reason.code, "not_found");
        assert.equal(deletion.status, "fulfilled");
        continue;
      }
      assert.equal(deletion.status === "rejected" && deletion.reason.code, "run_in_flight");
      const claim = await claimed(store);
      assert.deepEqual(await inputsOf(store, claim), INPUTS);
      await store.jobQueue.fail(claim, { code: "methods_failed", detail: "" });
    }
  }));

Deno.test("a sweep in the middle of a large submission does not prevent it, and leaves no orphan chunks", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const { job } = await sweptAtFirstWrite(context).jobs.submit(account.id, JOB_DRAFT, { config: LARGE });
    assert.deepEqual(await store.jobs.config(account.id, job.id), LARGE);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    context.clock.nowMs += HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual(await store.jobs.config(account.id, job.id), LARGE);
    const chunks = (await context.list()).filter((key) => key.includes("chunks"));
    assert.equal(chunks.length, Math.ceil(LARGE.length / (60 * 1024)));
  }));

Deno.test("a sweep in the middle of storing the inputs of a run loses none of them", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease !== null);
    assert.equal(await sweptAtFirstWrite(context).jobQueue.storeInputs(lease, LARGE), true);
    assert.ok(await store.jobQueue.giveBack(lease));
    const next = await store.jobQueue.claim(null);
    assert.ok(next?.inputs);
    assert.deepEqual(await store.jobQueue.inputs(account.id, next.inputs), LARGE);
  }));

/** Test helper. Creates a store in which the clock jumps an hour and a sweep of chunks runs after the first write. */
function sweptAtFirstWrite(context: TemporaryStore): Repositories {
  const kv = watchedKv(context.kv, async (count) => {
    if (count > 1) return;
    context.clock.nowMs += HOUR_MS;
    assert.ok(await sweepChunks(context) > 0, "no chunks were written first");
  });
  return repositories({ ...context, kv }, { planLimits: PLAN_LIMITS, artifactObjects: null });
}

async function used(store: TemporaryStore["store"], accountId: AccountId): Promise<readonly number[]> {
  return (await store.meters.usage(accountId)).map(({ used }) => used);
}

async function claimed({ jobQueue }: TemporaryStore["store"]): Promise<Lease> {
  const lease = await jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

/** Test helper. Claims the next job, stores its inputs, begins its upload and writes its (empty) set of artifacts. */
async function uploaded(store: TemporaryStore["store"]): Promise<{ lease: Lease; set: ArtifactSet }> {
  const lease = await claimed(store);
  await store.jobQueue.storeInputs(lease, INPUTS);
  await store.jobQueue.beginUpload(lease);
  return { lease, set: await store.artifacts.write(lease.accountId, lease.jobId, []) };
}

function inputsOf({ jobQueue }: TemporaryStore["store"], lease: Lease): Promise<Uint8Array | null> {
  return jobQueue.inputs(lease.accountId, lease.inputs ?? "");
}
