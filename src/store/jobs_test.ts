import assert from "node:assert/strict";
import { countedTrips } from "../../tests/support/counted_trips.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import { type AccountId, jobIdOf } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { Job, JobFilter } from "../domain/job.ts";
import { PLAN_LIMITS, planLimits } from "../domain/plan.ts";
import { Doorbell } from "./doorbell.ts";
import type { Lease } from "./lease.ts";
import type { JobRecord } from "./job_record.ts";
import { deleteJob } from "./job_deletion.ts";
import { jobRepository } from "./jobs.ts";
import { keys } from "./keys.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import { repositories } from "./mod.ts";
import { put, remove, write } from "./transaction.ts";

const FIRST_PAGE = { limit: 100, cursor: null };
const LARGE = new Uint8Array(5_000_000).map((_, index) => index % 251);

Deno.test("an account without jobs has empty lists", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const empty = { items: [], nextCursor: null };
    assert.deepEqual(await store.jobs.listHistory(account.id, "optimization", {}, FIRST_PAGE), empty);
    assert.deepEqual(await store.jobs.listHistory(account.id, "optimization", { status: "failed" }, FIRST_PAGE), empty);
    assert.deepEqual(await store.jobs.listActive(account.id, FIRST_PAGE), empty);
  }));

Deno.test("a submitted job is queued, and only its own account can list and read it", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    const job = await submittedJob(store, account.id);
    assert.match(job.id, /^run_/);
    assert.equal(job.status, "queued");
    assert.equal(job.createdAt, clock.nowMs);
    assert.deepEqual(await store.jobs.get(account.id, job.id), job);
    assert.deepEqual((await store.jobs.listActive(account.id, FIRST_PAGE)).items, [job]);
    await assert.rejects(store.jobs.get(bob.account.id, job.id), { code: "not_found" });
    assert.deepEqual((await store.jobs.listActive(bob.account.id, FIRST_PAGE)).items, []);
    for (
      const id of ["run_01K0000000000000000000000A", "nonsense", "", `${job.id}x`, "usr_01K0000000000000000000000A"]
    ) {
      await assert.rejects(store.jobs.get(account.id, jobIdOf(id)), { code: "not_found" });
    }
  }));

Deno.test("the config of a job is read as submitted, whether it is stored in one value or in chunks", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    for (const config of [new TextEncoder().encode('{"a":1}'), LARGE.slice(0, 100_000), LARGE]) {
      const job = await submittedJob(store, account.id, {}, { config });
      clock.nowMs += 3 * HOUR_MS;
      await store.maintenance.sweep();
      assert.deepEqual(await store.jobs.config(account.id, job.id), config);
      const found = await store.jobs.findConfig(account.id, job.id);
      assert.deepEqual([found.bytes, await new Response(found.stream()).bytes()], [config.length, config]);
    }
  }));

Deno.test("reading the config of a job with a missing chunk fails with input_lost", () =>
  withStore(async ({ store, kv, random }) => {
    const { account } = await accountWithCredentials(store);
    const job = await submittedJob(store, account.id, {}, { config: LARGE });
    for await (const { key } of kv.list({ prefix: ["owned", account.id, "chunks"] }, { limit: 1 })) {
      await write({ kv, random }, [remove(key)]);
    }
    await assert.rejects(store.jobs.config(account.id, job.id), { code: "input_lost" });
  }));

Deno.test("reading the config of a job that is deleted meanwhile fails with not_found", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    await store.jobs.cancel(account.id, id);
    const kv = beforeGet(context.kv, keys.jobConfig(account.id, id), () => store.jobs.delete(account.id, id));
    const { artifacts } = store;
    const jobs = jobRepository({ ...context, kv }, { planLimits: PLAN_LIMITS, artifacts, doorbell: new Doorbell() });
    await assert.rejects(jobs.config(account.id, id), { code: "not_found" });
    await assert.rejects(jobs.findConfig(account.id, id), { code: "not_found" });
  }));

Deno.test("a repeated request with the same idempotency key is one job, metered once, for 24 hours", () =>
  withStore(async ({ store, clock, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const stores = [store, await openAgain()];
    const idempotency = { key: "abc", requestDigest: "digest" };
    assert.equal(await store.jobs.findSubmission(account.id, idempotency), null);
    const jobs = await Promise.all(
      Array.from({ length: 10 }, (_, index) => submittedJob(stores[index % 2], account.id, {}, { idempotency })),
    );
    assert.equal(new Set(jobs.map(({ id }) => id)).size, 1);
    await store.jobs.rename(account.id, jobs[0].id, "Renamed");
    assert.deepEqual(await store.jobs.findSubmission(account.id, idempotency), jobs[0]);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    const other = { ...idempotency, requestDigest: "another" };
    await assert.rejects(store.jobs.findSubmission(account.id, other), { code: "idempotency_key_reused" });
    await assert.rejects(submittedJob(store, account.id, {}, { idempotency: other }), {
      code: "idempotency_key_reused",
    });
    clock.nowMs += 24 * HOUR_MS;
    const next = await submittedJob(store, account.id, {}, { idempotency: other });
    assert.notEqual(next.id, jobs[0].id);
  }));

Deno.test("a job beyond the limit of the plan is refused before its large config is written", () =>
  withStore(async ({ store, list }) => {
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    const before = (await list()).length;
    await assert.rejects(submittedJob(store, account.id, {}, { config: LARGE }), { code: "quota_exceeded" });
    assert.equal((await list()).length, before);
  }, { planLimits: planLimits({ free: { optimization_runs: 1 } }) }));

Deno.test("a simulation can only be submitted on a succeeded run of the same account", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    const run = await submittedJob(store, account.id);
    const draft = { kind: "monte_carlo", parentRunId: run.id } as const;
    await assert.rejects(submittedJob(store, account.id, draft), { code: "run_not_succeeded" });
    await succeed(context);
    await assert.rejects(submittedJob(store, bob.account.id, draft), { code: "not_found" });
    const simulation = await submittedJob(store, account.id, draft);
    const nested = { kind: "backtest", parentRunId: simulation.id } as const;
    await assert.rejects(submittedJob(store, account.id, nested), { code: "not_found" });
    const page = await store.jobs.listOfRun(account.id, run.id, "monte_carlo", FIRST_PAGE);
    assert.deepEqual(page.items, [simulation]);
    assert.deepEqual((await store.jobs.listOfRun(account.id, run.id, "backtest", FIRST_PAGE)).items, []);
  }));

Deno.test("the list of active jobs has all three kinds, newest first, and no finished job", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id);
    const simulation = await submittedJob(store, account.id, { kind: "monte_carlo" });
    const backtest = await submittedJob(store, account.id, { kind: "backtest" });
    const later = await submittedJob(store, account.id);
    const { items } = await store.jobs.listActive(account.id, FIRST_PAGE);
    assert.deepEqual(items.map(({ id }) => id), [later.id, backtest.id, simulation.id, run.id]);
    await store.jobs.cancel(account.id, later.id);
    const page = await store.jobs.listActive(account.id, { limit: 2, cursor: null });
    const rest = await store.jobs.listActive(account.id, { limit: 2, cursor: page.nextCursor });
    assert.deepEqual([...page.items, ...rest.items].map(({ id }) => id), [backtest.id, simulation.id, run.id]);
  }));

Deno.test("each filter of the job history selects the matching jobs, alone and combined", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const first = await submittedJob(store, account.id, { name: "Core equity", constraintFamilies: ["weight_bounds"] });
    const second = await submittedJob(store, account.id, { market: "US", currency: "USD", mode: "rebalance" });
    await submittedJob(store, account.id, { kind: "backtest" });
    await store.jobs.addTag(account.id, first.id, "Income");
    await succeed(context);
    const ids = async (filter: JobFilter): Promise<string[]> =>
      (await store.jobs.listHistory(account.id, "optimization", filter, FIRST_PAGE)).items.map(({ id }) => id);
    assert.deepEqual(await ids({}), [second.id, first.id]);
    for (
      const filter of [
        { search: "CORE" },
        { status: "succeeded" },
        { tag: "income" },
        { market: "IN" },
        { mode: "construct" },
        { constraints: "weight_bounds" },
        { tag: "income", status: "succeeded", market: "IN", mode: "construct", search: "equity" },
      ] satisfies JobFilter[]
    ) assert.deepEqual(await ids(filter), [first.id], JSON.stringify(filter));
    assert.deepEqual(await ids({ constraints: "none" }), [second.id]);
    assert.deepEqual(await ids({ status: "queued" }), [second.id]);
    assert.deepEqual(await ids({ market: "IN", status: "queued" }), []);
    await store.jobs.removeTag(account.id, first.id, "INCOME");
    assert.deepEqual(await ids({ tag: "income" }), []);
  }));

Deno.test("pages of the job history, filtered or not, list each job once while new jobs arrive", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const submitted: string[] = [];
    for (let index = 0; index < 25; index++) submitted.unshift((await submittedJob(store, account.id)).id);
    for (const filter of [{}, { market: "IN" }, { search: "", mode: "construct" }] satisfies JobFilter[]) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await store.jobs.listHistory(account.id, "optimization", filter, { limit: 10, cursor });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        await submittedJob(store, account.id);
      } while (cursor !== null);
      assert.deepEqual(found.slice(-25), submitted);
      assert.equal(new Set(found).size, found.length);
    }
  }, { planLimits: planLimits({ free: { optimization_runs: null } }) }));

Deno.test("a filtered page of the job history examines at most 1,000 jobs and gives a cursor to continue", () =>
  withStore(async ({ store, kv, random }) => {
    const { account } = await accountWithCredentials(store);
    const job = await submittedJob(store, account.id);
    const ids = Array.from({ length: 2_100 }, (_, index) => jobIdOf(`run_01J${String(index).padStart(23, "0")}`));
    for (let first = 0; first < ids.length; first += 300) {
      await write(
        { kv, random },
        ids.slice(first, first + 300).flatMap((id) => [
          put(keys.job(account.id, "optimization", id), { ...job, id, name: id === ids[0] ? "Core" : null }),
          put(keys.jobWith(account.id, "optimization", "market", "IN", id), "optimization"),
        ]),
      );
    }
    for (const filter of [{ search: "core" }, { search: "core", market: "IN" }] satisfies JobFilter[]) {
      const found: string[] = [];
      let [pages, cursor]: [number, string | null] = [0, null];
      do {
        const page = await store.jobs.listHistory(account.id, "optimization", filter, { limit: 5, cursor });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        pages++;
      } while (cursor !== null);
      assert.deepEqual(found, [ids[0]]);
      assert.equal(pages, 3);
    }
  }));

Deno.test("a run takes up to 20 tags, distinct regardless of letter case, and only tags that it has can be removed", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    for (let tag = 1; tag <= 20; tag++) await store.jobs.addTag(account.id, id, `Tag ${tag}`);
    assert.equal((await store.jobs.addTag(account.id, id, "TAG 7")).tags.length, 20);
    await assert.rejects(store.jobs.addTag(account.id, id, "one more"), { code: "validation_failed" });
    await assert.rejects(store.jobs.removeTag(account.id, id, "one more"), { code: "not_found" });
    assert.equal((await store.jobs.removeTag(account.id, id, "tag 7")).tags.length, 19);
  }));

Deno.test("a cancelled job is finished and leaves the queue", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const job = await submittedJob(store, account.id);
    clock.nowMs += 1_000;
    const cancelled = await store.jobs.cancel(account.id, job.id);
    assert.deepEqual([cancelled.status, cancelled.finishedAt], ["cancelled", clock.nowMs]);
    assert.equal(await store.jobQueue.claim(null), null);
    await assert.rejects(store.jobs.cancel(account.id, job.id), { code: "job_finished" });
    await assert.rejects(store.jobs.cancel(account.id, jobIdOf("run_01K0000000000000000000000A")), {
      code: "not_found",
    });
  }));

Deno.test("deleting a run also deletes its simulations and backtests, and keeps only the counts on the meters", () =>
  withStore(async (context) => {
    const { store, clock, list } = context;
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    await store.jobs.cancel(account.id, (await store.jobs.listActive(account.id, FIRST_PAGE)).items[0].id);
    await store.dashboards.refresh(account.id);
    const before = await entriesWithoutJobs(context);
    const run = await ownRun(context, account.id);
    assert.ok((await list()).some((key) => key.includes("kept_inputs")));
    await store.jobs.delete(account.id, run.id);
    await assert.rejects(store.jobs.get(account.id, run.id), { code: "not_found" });
    await assert.rejects(store.jobs.delete(account.id, run.id), { code: "not_found" });
    clock.nowMs += 3 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual(await entriesWithoutJobs(context), before);
    assert.equal((await store.meters.usage(account.id))[0].used, 2);
  }));

Deno.test("a deletion of a run that is killed after any of its writes is completed by the sweep", () =>
  withStore(async (context) => {
    const { store, clock } = context;
    const { account } = await accountWithCredentials(store);
    let isFinished = false;
    for (let commits = 1; !isFinished; commits++) {
      const run = await ownRun(context, account.id);
      const dying = { ...context, kv: stoppingAfter(context.kv, commits) };
      isFinished = await deleteJob(dying, store.artifacts, { accountId: account.id, jobId: run.id }).then(
        () => true,
        (error) => {
          assert.equal(error.message, "killed");
          return false;
        },
      );
      // The first sweep only marks the unused chunks as orphans; the second sweep, three hours later, deletes them.
      for (let sweeps = 0; sweeps < 2; sweeps++) {
        clock.nowMs += 3 * HOUR_MS;
        await store.maintenance.sweep();
      }
      const left = (await context.list()).filter((key) => /job|chunk|kept|artifact/.test(key));
      assert.deepEqual(left, [], `killed after ${commits} commits`);
    }
  }, { planLimits: planLimits({ free: { optimization_runs: null, monte_carlo_runs: null, backtest_runs: null } }) }));

Deno.test("a run in flight, or with a simulation in flight, cannot be deleted", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id);
    const refused = { code: "run_in_flight" };
    await assert.rejects(store.jobs.delete(account.id, run.id), refused);
    await succeed(context);
    const simulation = await submittedJob(store, account.id, { kind: "monte_carlo", parentRunId: run.id });
    await assert.rejects(store.jobs.delete(account.id, run.id), refused);
    await store.jobs.cancel(account.id, simulation.id);
    await store.jobs.delete(account.id, run.id);
    await assert.rejects(store.jobs.get(account.id, simulation.id), { code: "not_found" });
  }));

Deno.test("stored inputs that two runs share are kept until the last of these runs is deleted", () =>
  withStore(async (context) => {
    const { store, clock } = context;
    const { account } = await accountWithCredentials(store);
    const inputs = new TextEncoder().encode("aligned returns");
    const leases: Lease[] = [];
    for (let index = 0; index < 2; index++) {
      await submittedJob(store, account.id);
      const lease = await claimed(context);
      assert.equal(await store.jobQueue.storeInputs(lease, inputs), true);
      leases.push(lease);
      await store.jobQueue.beginUpload(lease);
      await store.jobQueue.succeed(lease, await store.artifacts.write(account.id, lease.jobId, []));
    }
    const digest = await digestOf(inputs);
    await store.jobs.delete(account.id, leases[0].jobId);
    clock.nowMs += 3 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual(await store.jobQueue.inputs(account.id, digest), inputs);
    await store.jobs.delete(account.id, leases[1].jobId);
    clock.nowMs += 3 * HOUR_MS;
    await store.maintenance.sweep();
    assert.equal(await store.jobQueue.inputs(account.id, digest), null);
  }));

Deno.test("the inputs of a run are adopted in two trips, however many entries that reads", () =>
  withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    await submittedJob(context.store, account.id);
    const lease = await claimed(context);
    const { kv, counts } = countedTrips(context.kv);
    const { jobQueue } = repositories({ ...context, kv }, { planLimits: PLAN_LIMITS, artifactObjects: null });
    assert.equal(await jobQueue.storeInputs(lease, LARGE.subarray(0, 1_000)), true);
    // The first two reads and the first commit find the inputs absent and write their chunks.
    assert.deepEqual(counts.byCall, { "get": 2, "commit": 2, "get many": 1 });
  }));

async function claimed({ store }: TemporaryStore): Promise<Lease> {
  const lease = await store.jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

/** Test helper. Claims the next queued job and makes it succeed with a small result. */
async function succeed(context: TemporaryStore): Promise<void> {
  const { store } = context;
  const lease = await claimed(context);
  const artifacts = await store.artifacts.write(lease.accountId, lease.jobId, [
    { name: "result.json", mediaType: "application/json", content: new TextEncoder().encode("{}") },
  ]);
  assert.ok(await store.jobQueue.beginUpload(lease));
  assert.ok(await store.jobQueue.succeed(lease, artifacts));
}

/** Test helper. Creates a succeeded run with large content, inputs, artifacts, a tag, a simulation and a backtest. */
async function ownRun(context: TemporaryStore, accountId: AccountId): Promise<Job> {
  const { store } = context;
  const run = await submittedJob(store, accountId, {}, { config: LARGE });
  const lease = await claimed(context);
  await store.jobQueue.storeInputs(lease, LARGE.subarray(0, 200_000));
  const artifacts = await store.artifacts.write(accountId, run.id, [
    { name: "result.json", mediaType: "application/json", content: LARGE.slice(0, 100_000) },
  ]);
  await store.jobQueue.beginUpload(lease);
  await store.jobQueue.succeed(lease, artifacts);
  await store.jobs.addTag(accountId, run.id, "income");
  for (const kind of ["monte_carlo", "backtest"] as const) {
    await submittedJob(store, accountId, { kind, parentRunId: run.id });
    await succeed(context);
  }
  return run;
}

/**
 * Test helper. Lists every key of the store, with the status of its value if that is a job, but without the keys of
 * meters and mails, which may differ.
 */
async function entriesWithoutJobs({ list, kv }: TemporaryStore): Promise<string[]> {
  const left: string[] = [];
  for (const text of await list()) {
    const { value } = await kv.get<JobRecord>(JSON.parse(text));
    if (!/meters|mail/.test(text)) left.push(`${text} ${value?.status ?? ""}`);
  }
  return left;
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

Deno.test("a submission notifies the listeners of the job queue in its process at once", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    let rings = 0;
    store.jobQueue.listen(() => void rings++);
    await submittedJob(store, account.id);
    assert.ok(rings >= 1);
  }));

/** Test helper. Wraps a KV so that `happens` runs just before the awaited key is read. */
function beforeGet(kv: EncodedKv, awaited: Deno.KvKey, happens: () => Promise<void>): EncodedKv {
  return new Proxy(kv, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name !== "get") return member.bind(target);
      return async (key: Deno.KvKey) => {
        if (JSON.stringify(key) === JSON.stringify(awaited)) await happens();
        return await target.get(key);
      };
    },
  });
}
