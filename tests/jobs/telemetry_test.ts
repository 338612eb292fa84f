import assert from "node:assert/strict";
import { loadConfig } from "../../src/config.ts";
import { createDependencies } from "../../src/dependencies.ts";
import type { Telemetry } from "../../src/runtime/telemetry.ts";
import { assetId } from "../../src/domain/asset.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { ComputedJob, JobWork } from "../../src/jobs/job_work.ts";
import { runJobs } from "../../src/jobs/runner.ts";
import type { Store } from "../../src/store/open_store.ts";
import { submitRun } from "../../src/jobs/submit.ts";
import { TEST_TIMING } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { pricesBody, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";

Deno.test("telemetry of a run has its attempts, its time in the queue, its duration and its methods not proven optimal", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    clock.nowMs += 7_000;
    let attempts = 0;
    const counted = await counting(store, clock, () => {
      if (++attempts === 1) throw new DomainError("worker_lost", "The worker was lost");
      return computed({ notProven: ["min_cvar"] });
    }, async () => (await store.jobs.get(account.id, id)).finishedAt !== null);
    const kind = "optimization";
    assert.deepEqual(counted.counts.filter(({ name }) => name.startsWith("jobs.attempts")), [
      { name: "jobs.attempts", attributes: { kind } },
      { name: "jobs.attempts_lost", attributes: {} },
      { name: "jobs.attempts", attributes: { kind } },
    ]);
    assert.deepEqual(counted.of("jobs.finished"), [{ kind, outcome: "lost" }, { kind, outcome: "succeeded" }]);
    assert.deepEqual(counted.of("jobs.methods_not_proven"), [{ method: "min_cvar" }]);
    assert.deepEqual(counted.durations.filter(({ name }) => name === "jobs.queue_age"), [
      { name: "jobs.queue_age", durationMs: 7_000, attributes: { kind } },
    ]);
    assert.equal(counted.durations.filter(({ name }) => name === "jobs.duration").length, 1);
  }));

Deno.test("the runner that takes a job back counts the expired lease", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    assert.ok(await store.jobQueue.claim(null), "a runner that dies at once");
    let elapsedMs = 0;
    const isOver = async (): Promise<boolean> => {
      elapsedMs += TEST_TIMING.leaseMs;
      return (await store.jobs.get(account.id, id)).finishedAt !== null;
    };
    const counted = await counting(store, clock, () => computed({}), isOver, () => elapsedMs);
    assert.deepEqual(counted.of("jobs.leases_expired"), [{}]);
    assert.deepEqual(counted.of("jobs.attempts"), [{ kind: "optimization" }]);
  }));

Deno.test("telemetry counts an accepted run, but neither a repeated nor a refused request", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    using submission = submissionTo(store, clock);
    const counted = countingTelemetry();
    const submit = (body: unknown): Promise<unknown> =>
      submitRun({ ...submission.dependencies, telemetry: counted }, account, body, {
        idempotencyKey: "once",
        credential: "session",
        signal: new AbortController().signal,
      });
    await submit(pricesBody(3, 100));
    await submit(pricesBody(3, 100));
    await assert.rejects(submit({ methods: [] }));
    assert.deepEqual(counted.of("jobs.accepted"), [{ kind: "optimization" }]);
  }));

Deno.test("a failed request to a market data provider is counted by provider and method", () =>
  withStore(async ({ store }) => {
    const telemetry = countingTelemetry();
    const config = loadConfig({ DATA_DIR: "unused" }, { cores: 1 });
    const { marketData, preflightPool } = createDependencies({
      config,
      repositories: store,
      signingKeys: null,
      telemetry,
    });
    const range = { start: null, end: null };
    const context = { signal: new AbortController().signal, now: () => "2026-05-20T12:00:00.000Z" };
    await marketData.prices?.(assetId("NSE:EXLOTUS"), range, context);
    await assert.rejects(Promise.resolve(marketData.prices?.(assetId("NSE:NONE"), range, context)));
    preflightPool.close();
    assert.deepEqual(telemetry.of("market_data.errors"), [{ provider: "sample", method: "prices" }]);
  }));

type Attributes = Readonly<Record<string, string | number>>;

interface Counted extends Telemetry {
  readonly counts: { readonly name: string; readonly attributes: Attributes }[];
  readonly durations: { readonly name: string; readonly durationMs: number; readonly attributes: Attributes }[];
  /** Test helper. Returns the attributes of each telemetry count with the given name. */
  of(name: string): readonly Attributes[];
}

function countingTelemetry(): Counted {
  const [counts, durations]: [Counted["counts"], Counted["durations"]] = [[], []];
  return {
    counts,
    durations,
    count: (name, attributes = {}) => void counts.push({ name, attributes }),
    record: (name, durationMs, attributes = {}) => void durations.push({ name, durationMs, attributes }),
    observe: () => undefined,
    of: (wanted) => counts.filter(({ name }) => name === wanted).map(({ attributes }) => attributes),
  };
}

/** Runs a job runner until a condition holds, and returns its telemetry counts and durations. */
async function counting(
  store: Store,
  clock: { now(): number },
  compute: () => ComputedJob,
  isOver: () => Promise<boolean>,
  elapsedMs: () => number = () => performance.now(),
): Promise<Counted> {
  const telemetry = countingTelemetry();
  const stopping = new AbortController();
  const work: JobWork = {
    kind: "optimization",
    knows: () => true,
    prepare: () => Promise.resolve({ compute: () => Promise.try(compute) }),
  };
  const silent = (): void => undefined;
  const done = runJobs({
    queue: store.jobQueue,
    artifacts: store.artifacts,
    work: [work],
    atOnce: 1,
    clock,
    elapsedMs,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    telemetry,
    signal: stopping.signal,
    timing: TEST_TIMING,
  });
  await until(isOver);
  stopping.abort();
  await done;
  return telemetry;
}

function computed({ notProven = [] }: { notProven?: readonly string[] }): ComputedJob {
  return { error: null, notProven, inside: [], artifacts: [] };
}
