import assert from "node:assert/strict";
import type { Account } from "../../src/domain/account.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { Job } from "../../src/domain/job.ts";
import type { JobRecord } from "../../src/store/job_record.ts";
import { keys } from "../../src/store/keys.ts";
import type { Store } from "../../src/store/open_store.ts";
import { chunkSetsIn } from "../support/chunk_sets_in.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { type Stop, stoppingRunner, type StoppingRunnerOptions } from "../support/runner_process.ts";
import { type RunningJobs, TEST_TIMING } from "../support/running_jobs.ts";
import { startRunnerProcess } from "../support/start_runner_process.ts";
import { pricesBody, type Submission, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { fullTest, partOf } from "../support/tier.ts";
import { DEADLINE_MS, until } from "../support/until.ts";

Deno.test("a job whose runner dies in any phase is completed once by another runner, counted once, and leaves nothing orphaned", () =>
  withStore(async (context) => {
    const { store, clock } = context;
    clock.nowMs = Date.now();
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, clock);
    const runs: Job[] = [];
    for (const [k, { stopAt }] of PHASES.entries()) {
      const dying = new Set<string>(partOf(["optimization", "monte_carlo", "report"], { shift: k }));
      const computed = (job: Job) => computedByAnother(context, job, dying.has(job.kind) ? stopAt : null);
      const [run] = await submitted(submission, account, 1, { monte_carlo: { paths: 200 } });
      runs.push(run);
      await computed(run);
      const simulations = await simulationsOf(store, [run]);
      assert.equal(simulations.length, 1, "a run chains one simulation");
      await computed(simulations[0]);
      await computed(await store.jobs.requestReport(account.id, run.id, "full"));
    }
    assert.deepEqual((await store.meters.usage(account.id)).map(({ used }) => used), [runs.length, runs.length, 0]);
    for (const { id } of runs) {
      assert.equal((await store.jobs.get(account.id, id)).reportStatus, "ready");
      const names = (await store.artifacts.list(account.id, id)).map(({ name }) => name);
      assert.deepEqual(names.filter((name) => name.endsWith(".pdf")), ["report_full.pdf"]);
      assert.equal(names[0], "result.json");
    }
    await assertNothingOrphaned(context, account);
  }));

Deno.test(
  fullTest("10 runs with runners killed twice, in every phase, succeed once, count once and leave nothing orphaned", {
    heldBy:
      "a job whose runner dies in any phase is completed once by another runner, counted once, and leaves nothing orphaned",
  }, () =>
    withStore(async (context) => {
      const { store } = context;
      const { account } = await accountWithCredentials(store);
      using submission = submissionTo(store, context.clock);
      const jobs = await submitted(submission, account, 10);
      await killInEveryPhase(context, () => Promise.resolve(jobs), { count: 10 });
      await using _runner = startRunnerProcess(context.path, {});
      const records = await succeeded(context, jobs);
      assert.equal(records.reduce((sum, { lostAttempts }) => sum + lostAttempts, 0), 20);
      assert.equal((await store.meters.usage(account.id))[0].used, 10);
      for (const { id } of jobs) assert.equal((await store.artifacts.list(account.id, id))[0].name, "result.json");
      await assertNothingOrphaned(context, account);
    })),
);

Deno.test("when one of two processes is killed, the other takes its jobs over", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, context.clock);
    const jobs = await submitted(submission, account, 6);
    const first = startRunnerProcess(context.path, { atOnce: 2, leaseMs: DEADLINE_MS, stopAt: "preparing" });
    await until(async () => (await store.jobQueue.leases()).length === 2);
    const taken = (await store.jobQueue.leases()).map(({ jobId }) => jobId);
    await using second = startRunnerProcess(context.path, { leaseMs: DEADLINE_MS });
    await until(async () => (await store.jobs.get(account.id, jobs[5].id)).status === "succeeded");
    for (const id of taken) {
      assert.equal((await store.jobs.get(account.id, id)).attempt, 1, "it beats, so it is left alone");
    }
    await first.kill();
    await until(async () => {
      second.passLease();
      return (await store.jobQueue.leases()).length === 0;
    }, "the jobs of the first");
    const records = await succeeded(context, jobs);
    for (const { id, attempt, lostAttempts } of records) {
      assert.deepEqual([attempt, lostAttempts], taken.includes(id) ? [2, 1] : [1, 0]);
    }
    assert.equal((await store.meters.usage(account.id))[0].used, 6);
    await assertNothingOrphaned(context, account);
  }));

Deno.test(fullTest("two processes that share one database file compute each of 12 runs once", {
  heldBy: "when one of two processes is killed, the other takes its jobs over",
}, () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, context.clock);
    await using _first = startRunnerProcess(context.path, { leaseMs: DEADLINE_MS });
    await using _second = startRunnerProcess(context.path, { leaseMs: DEADLINE_MS });
    const jobs = await submitted(submission, account, 12);
    const records = await succeeded(context, jobs);
    assert.deepEqual(records.map(({ attempt }) => attempt), Array(12).fill(1));
    await assertNothingOrphaned(context, account);
  })));

Deno.test(
  fullTest("runs killed in every phase start one simulation each, and simulations killed in every phase succeed once", {
    heldBy:
      "a job whose runner dies in any phase is completed once by another runner, counted once, and leaves nothing orphaned",
  }, () =>
    withStore(async (context) => {
      const { store } = context;
      const { account } = await accountWithCredentials(store);
      using submission = submissionTo(store, context.clock);
      const runs = await submitted(submission, account, 4, { monte_carlo: { paths: 2_000 } });
      const jobs = async (): Promise<readonly Job[]> => [...runs, ...await simulationsOf(store, runs)];
      await killInEveryPhase(context, jobs, { count: 8 });
      await using _runner = startRunnerProcess(context.path, {});
      const done = await succeeded(context, runs);
      const simulations = await simulationsOf(store, runs);
      assert.deepEqual(simulations.map(({ parentRunId }) => parentRunId), runs.map(({ id }) => id));
      const computed = await succeeded(context, simulations);
      assert.equal([...done, ...computed].reduce((sum, { lostAttempts }) => sum + lostAttempts, 0), 16);
      assert.deepEqual((await store.meters.usage(account.id)).map(({ used }) => used), [4, 4, 0]);
      for (const { id } of simulations) {
        const names = (await store.artifacts.list(account.id, id)).map(({ name }) => name);
        assert.deepEqual(names.filter((name) => name.endsWith(".json")), ["detail.json", "summary.json"]);
      }
      await assertNothingOrphaned(context, account);
    })),
);

Deno.test(
  fullTest("5 reports with runners killed twice, in every phase, are each stored once and leave nothing orphaned", {
    heldBy:
      "a job whose runner dies in any phase is completed once by another runner, counted once, and leaves nothing orphaned",
  }, () =>
    withStore(async (context) => {
      const { store } = context;
      const { account } = await accountWithCredentials(store);
      using submission = submissionTo(store, context.clock);
      const runs = await submitted(submission, account, 5);
      {
        await using _runner = startRunnerProcess(context.path, {});
        await succeeded(context, runs);
      }
      const reports = await Promise.all(runs.map(({ id }) => store.jobs.requestReport(account.id, id, "full")));
      await killInEveryPhase(context, () => Promise.resolve(reports), { count: 5 });
      await using _runner = startRunnerProcess(context.path, {});
      const records = await succeeded(context, reports);
      assert.equal(records.reduce((sum, { lostAttempts }) => sum + lostAttempts, 0), 10);
      assert.deepEqual((await store.meters.usage(account.id)).map(({ used }) => used), [5, 0, 0]);
      for (const { id } of runs) {
        assert.equal((await store.jobs.get(account.id, id)).reportStatus, "ready");
        const names = (await store.artifacts.list(account.id, id)).map(({ name }) => name);
        assert.deepEqual(names.filter((name) => name.endsWith(".pdf")), ["report_full.pdf"]);
      }
      await assertNothingOrphaned(context, account);
    })),
);

Deno.test("two runners render 4 reports once each while the dashboard is refreshed at the same time", () =>
  withStore(async (context) => {
    const runnerHere = async (): Promise<AsyncDisposable> => {
      const runner = aliveRunner(await context.openAgain(), { clock: context.clock });
      return { [Symbol.asyncDispose]: runner.stop };
    };
    await rendersBesideRefreshes(context, { runs: 2, start: runnerHere });
  }));

Deno.test(fullTest("two processes render 12 reports once each while the dashboard is refreshed at the same time", {
  heldBy: "two runners render 4 reports once each while the dashboard is refreshed at the same time",
}, () =>
  withStore(async (context) => {
    const start = () => Promise.resolve(startRunnerProcess(context.path, { leaseMs: DEADLINE_MS }));
    await rendersBesideRefreshes(context, { runs: 6, start });
  })));

/** Renders two reports of each run by two runners, which `start` starts, and refreshes the dashboard meanwhile. */
async function rendersBesideRefreshes(
  context: TemporaryStore,
  { runs: count, start }: { readonly runs: number; readonly start: () => Promise<AsyncDisposable> },
): Promise<void> {
  const { store, openAgain } = context;
  context.clock.nowMs = Date.now();
  const { account } = await accountWithCredentials(store);
  using submission = submissionTo(store, context.clock);
  const runs = await submitted(submission, account, count);
  await using _first = await start();
  await using _second = await start();
  await succeeded(context, runs);
  const stores = [store, await openAgain()];
  const asked = await Promise.all(stores.flatMap(({ jobs }) =>
    runs.flatMap(({ id }) => [
      jobs.requestReport(account.id, id, "full"),
      jobs.requestReport(account.id, id, "summary"),
    ])
  ));
  const reports = [...new Map(asked.map((job) => [job.id, job])).values()];
  assert.equal(reports.length, 2 * count);
  let areReady = false;
  const refresh = async ({ dashboards }: Store): Promise<number> => {
    let refreshed = 0;
    // Two processes that refresh without a pause can make each other's transactions fail; the store then reports
    // `not_ready`.
    while (!areReady) refreshed += await dashboards.refresh(account.id).then(() => 1, noneIfNotReady);
    return refreshed;
  };
  const refreshed = Promise.all(stores.map(refresh));
  const records = await succeeded(context, reports).finally(() => areReady = true);
  assert.ok((await refreshed).every((count) => count > 0));
  assert.deepEqual(records.map(({ attempt }) => attempt), Array(2 * count).fill(1));
  const [one, other] = await Promise.all(stores.map(({ dashboards }) => dashboards.get(account.id)));
  assert.deepEqual(one, other);
  assert.deepEqual(one, await store.dashboards.refresh(account.id));
  await assertNothingOrphaned(context, account);
}

function noneIfNotReady(error: unknown): 0 {
  if (!(error instanceof DomainError && error.code === "not_ready")) throw error;
  return 0;
}

interface Phase {
  readonly stopAt: Stop;
  /** Whether a job has reached the phase. `isWritten` means that its files are stored but not yet part of the job. */
  is(record: JobRecord, seen: { readonly isWritten: boolean }): boolean;
}

const PHASES: readonly Phase[] = [
  { stopAt: "preparing", is: ({ status, progress }) => status === "running" && progress.phase === "preparing" },
  { stopAt: "computing", is: ({ status, progress }) => status === "running" && progress.phase !== "preparing" },
  { stopAt: "uploading", is: ({ status }) => status === "uploading" },
  { stopAt: "written", is: ({ status }, { isWritten }) => status === "uploading" && isWritten },
];

/**
 * Lets the runner of a job die in a phase, if one is given, and has the job computed by another runner. Both run in
 * this process, on stores of their own, and compute jobs of its kind alone.
 */
async function computedByAnother(context: TemporaryStore, job: Job, stopAt: Stop | null): Promise<void> {
  const { openAgain, clock } = context;
  if (stopAt !== null) await letRunnerDie(context, job, stopAt);
  let elapsedMs = 0;
  const runner = aliveRunner(await openAgain(), { kinds: [job.kind], clock, elapsedMs: () => elapsedMs });
  const isOver = async (): Promise<boolean> => {
    elapsedMs += TEST_TIMING.leaseMs;
    return (await recordsOf(context, [job]))[0].finishedAt !== null;
  };
  await until(isOver, `the ${job.kind} of a runner that died at ${stopAt}`);
  await runner.stop();
  const [{ status, attempt, lostAttempts }] = await recordsOf(context, [job]);
  const deaths = stopAt === null ? 0 : 1;
  assert.deepEqual([status, attempt, lostAttempts], ["succeeded", 1 + deaths, deaths], `${job.kind}, ${stopAt}`);
}

async function letRunnerDie({ openAgain, clock }: TemporaryStore, job: Job, stopAt: Stop): Promise<void> {
  const arrival = Promise.withResolvers<void>(), death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  const { jobQueue, artifacts } = await openAgain();
  const mortal = { jobQueue: untilDeath(jobQueue, death.promise), artifacts: untilDeath(artifacts, death.promise) };
  const runner = stoppingRunner(mortal, {
    pool: POOL,
    stopAt,
    kinds: [job.kind],
    clock,
    timing: { storingPausesMs: [], graceMs: 0 },
    stop() {
      arrival.resolve();
      return death.promise;
    },
  });
  await arrival.promise;
  death.reject(new Error("The runner is dead"));
  await runner.stop();
}

const POOL = poolOfThisThread();

/** Starts a runner in this process that computes every job. */
function aliveRunner(
  store: Store,
  options: Pick<StoppingRunnerOptions, "clock" | "elapsedMs" | "kinds">,
): RunningJobs {
  return stoppingRunner(store, { ...options, pool: POOL, stopAt: null, stop: () => Promise.resolve() });
}

/**
 * Wraps a repository of a store so that no call reaches the store once `death` has rejected, as after the end of a
 * process.
 */
function untilDeath<Entity extends object>(entity: Entity, death: Promise<never>): Entity {
  let isDead = false;
  death.catch(() => isDead = true);
  return new Proxy(entity, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...values: unknown[]): unknown => isDead ? death : member.apply(target, values);
    },
  });
}

/**
 * Kills one runner process after another, each when a job has reached the next phase in turn, until `count` jobs have
 * lost two attempts each. A process runs at most half of the jobs, so there are at least as many rounds as phases.
 */
async function killInEveryPhase(
  context: TemporaryStore,
  jobs: () => Promise<readonly Job[]>,
  { count }: { count: number },
): Promise<void> {
  const killed = new Set<string>();
  const isKilled = ({ id, attempt }: JobRecord): boolean => killed.has(`${id} ${attempt}`);
  const losses = (record: JobRecord): number => record.lostAttempts + (isInHand(record) && isKilled(record) ? 1 : 0);
  let records = await recordsOf(context, await jobs());
  for (let round = 0; records.length < count || records.some((record) => losses(record) < 2); round++) {
    const phase = PHASES[round % PHASES.length];
    const since = Date.now();
    await using runner = startRunnerProcess(context.path, { atOnce: Math.ceil(count / 2), stopAt: phase.stopAt });
    const hasArrived = async (): Promise<boolean> => {
      records = await recordsOf(context, await jobs());
      return await anyIn(context, phase, { records: records.filter((record) => !isKilled(record)), since });
    };
    await until(hasArrived, () => `a job that stops at ${phase.stopAt}, of ${records.map(stateOf).join(", ")}`);
    await runner.kill();
    records = await recordsOf(context, await jobs());
    for (const { id, attempt } of records.filter(isInHand)) killed.add(`${id} ${attempt}`);
  }
}

function isInHand({ status }: JobRecord): boolean {
  return status === "running" || status === "uploading";
}

/** Whether any job has reached a phase. Jobs in their last attempt are skipped, because they do not stop there. */
async function anyIn(
  context: TemporaryStore,
  phase: Phase,
  { records, since }: { readonly records: readonly JobRecord[]; readonly since: number },
): Promise<boolean> {
  for (const record of records) {
    if (record.lostAttempts === 2) continue;
    const isWritten = record.status === "uploading" && await hasUnadoptedSince(context, since);
    if (phase.is(record, { isWritten })) return true;
  }
  return false;
}

function stateOf({ id, status, progress, attempt, lostAttempts }: JobRecord): string {
  return `${id} ${status} ${progress.phase} in attempt ${attempt} after ${lostAttempts} lost`;
}

/** Whether files that no job has yet were written from an instant on. */
async function hasUnadoptedSince({ kv }: TemporaryStore, since: number): Promise<boolean> {
  for await (const { value } of kv.list<{ since: number }>({ prefix: keys.unadoptedChunkSets })) {
    if (value.since >= since) return true;
  }
  return false;
}

async function submitted(
  submission: Submission,
  account: Account,
  count: number,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (let index = 0; index < count; index++) {
    jobs.push((await submission.submit(account, { ...pricesBody(4, 200), ...fields, seed: index })).job);
  }
  return jobs;
}

/** Test helper. Returns the simulations of runs, in the order of the runs. */
async function simulationsOf({ jobs }: Store, runs: readonly Job[]): Promise<readonly Job[]> {
  const page = { limit: 100, cursor: null };
  const pages = await Promise.all(
    runs.map(({ accountId, id }) => jobs.listOfRun(accountId, id, "monte_carlo", page)),
  );
  return pages.flatMap(({ items }) => items);
}

async function recordsOf({ kv }: TemporaryStore, jobs: readonly Job[]): Promise<readonly JobRecord[]> {
  const entries = await Promise.all(
    jobs.map(({ accountId, kind, id }) => kv.get<JobRecord>(keys.job(accountId, kind, id))),
  );
  return entries.map(({ value }) => {
    assert.ok(value);
    return value;
  });
}

async function succeeded(context: TemporaryStore, jobs: readonly Job[]): Promise<readonly JobRecord[]> {
  await until(async () => (await recordsOf(context, jobs)).every(({ finishedAt }) => finishedAt !== null), "all runs");
  const records = await recordsOf(context, jobs);
  for (const { status, error } of records) assert.equal(status, "succeeded", error?.detail);
  return records;
}

/**
 * Asserts that after two sweeps no lease, queue entry or active entry is left, and that every chunk belongs to a set
 * that a record names.
 */
async function assertNothingOrphaned({ kv, list, openAgain, clock }: TemporaryStore, account: Account): Promise<void> {
  const later: Store = await openAgain();
  clock.nowMs = Date.now();
  for (let sweeps = 0; sweeps < 2; sweeps++) {
    clock.nowMs += 3 * HOUR_MS;
    await later.maintenance.sweep();
  }
  const left = await list();
  assert.deepEqual(left.filter((key) => /leased_jobs|queued_jobs|active_|unadopted/.test(key)), []);
  const named = new Set<string>();
  for await (const { value } of kv.list({ prefix: keys.owned(account.id) })) {
    for (const id of chunkSetsIn(value)) named.add(id);
  }
  const chunks = left.map((key) => JSON.parse(key)).filter((key) => key[2] === "chunks").map((key) => String(key[3]));
  assert.deepEqual(new Set(chunks), named);
}
