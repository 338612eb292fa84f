import assert from "node:assert/strict";
import type { JobId } from "../domain/identifier.ts";
import { pricesBody } from "../../tests/support/submission.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import type { Account } from "../domain/account.ts";
import type { Artifact } from "../domain/artifact.ts";
import { DomainError } from "../domain/errors.ts";
import { kernelDigests } from "../kernels/digests.ts";
import { loadKernels } from "../kernels/mod.ts";
import { COMPUTATIONS } from "../computations/mod.ts";
import { finishedArtifact } from "../documents/mod.ts";
import { runBasis } from "../documents/run_basis.ts";
import { systemClock, systemStopwatch } from "../runtime/clock.ts";
import { requestReport } from "./request_report.ts";
import { type JobOfRunDependencies, submitBacktest, submitSimulation } from "./submit_job_of_run.ts";
import { WorkBound } from "./work_bound.ts";

const BODY = {
  ...pricesBody(3, 80),
  benchmark: { prices: Array.from({ length: 80 }, (_, row) => 100 + row) },
  constraints: { weight_bounds: { max: 0.9 } },
  starting_portfolio: { ASSET0: 1 },
  methods: ["min_volatility", { method: "min_cvar", key: "tail", confidence: 0.9 }],
  seed: 5,
};

Deno.test("an invalid simulation or backtest request is refused before any document of its run is read", () =>
  withRun({}, async ({ account, runId, dependencies, reads }) => {
    for (const submit of [submitSimulation, submitBacktest]) {
      for (const body of [{ foo: 1 }, [], "text", null, { name: "" }]) {
        await assert.rejects(submit(dependencies, account, { runId, body, idempotencyKey: null }), {
          code: "validation_failed",
        });
      }
    }
    assert.deepEqual(reads, []);
  }));

Deno.test("accepting a simulation or a backtest reads only the basis of its run, neither its result nor its config", () =>
  withRun({}, async ({ account, runId, dependencies, reads }) => {
    await submitSimulation(dependencies, account, { runId, body: { method: "tail" }, idempotencyKey: null });
    await submitBacktest(dependencies, account, { runId, body: { train_window: 60 }, idempotencyKey: null });
    assert.deepEqual(reads, [runBasis.name, runBasis.name]);
  }));

Deno.test("simulations and backtests on a run stored without its basis are accepted and refused as on one with it", async () => {
  const bodies: readonly (readonly [typeof submitSimulation, unknown])[] = [
    [submitSimulation, {}],
    [submitSimulation, { method: "tail", model: "bootstrap" }],
    [submitSimulation, { method: "nothing" }],
    [submitBacktest, { train_window: 60 }],
    [submitBacktest, { train_window: 60, methods: ["tail", "max_sharpe"], benchmark: { weights: { ASSET1: 1 } } }],
    [submitBacktest, { train_window: 79 }],
    [submitBacktest, { train_window: 60, benchmark: "ASSET9" }],
  ];
  const outcomes = async (isOld: boolean): Promise<unknown[]> => {
    const found: unknown[] = [];
    await withRun({ isOld }, async ({ account, runId, dependencies, store }) => {
      for (const [submit, body] of bodies) {
        try {
          const { job } = await submit(dependencies, account, { runId, body, idempotencyKey: null });
          const config = new TextDecoder().decode(await store.jobs.config(account.id, job.id));
          found.push([job.methods, JSON.parse(config)]);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          found.push([error.code, error.faults]);
        }
      }
    });
    return found;
  };
  const [now, before] = [await outcomes(false), await outcomes(true)];
  assert.deepEqual(now, before);
  assert.deepEqual(now.map((outcome) => JSON.stringify(outcome).includes("validation_failed")), [
    false,
    false,
    true,
    false,
    false,
    true,
    true,
  ]);
});

Deno.test("simulations, backtests and reports of more work than any process computes are refused, and others know their work", () =>
  withRun({}, async ({ account, runId, dependencies, store }) => {
    const place = { runId, idempotencyKey: null };
    const [simulation, backtest] = [{ paths: 100_000 }, { train_window: 10, rebalance_every: 1 }];
    const bounded = (workLimit: number): JobOfRunDependencies & { workBound: WorkBound } => ({
      ...dependencies,
      workBound: new WorkBound(workLimit, { ...store, clock: systemClock, elapsedMs: systemStopwatch }),
    });
    const tight = bounded(299), report = { accountId: account.id, runId, kind: "full" } as const;
    const refused = { code: "not_ready" };
    await assert.rejects(submitSimulation(tight, account, { ...place, body: simulation }), refused);
    await assert.rejects(submitBacktest(tight, account, { ...place, body: backtest }), refused);
    await assert.rejects(requestReport({ ...store, ...tight }, report), refused);
    const wide = bounded(5_000);
    const jobs = [
      (await submitSimulation(wide, account, { ...place, body: simulation })).job,
      (await submitBacktest(wide, account, { ...place, body: backtest })).job,
      await requestReport({ ...store, ...wide }, report),
    ];
    for (const { work } of jobs) assert.ok(work !== undefined && work > 300 && work < 5_000, String(work));
    assert.equal((await requestReport({ ...store, ...tight }, report)).id, jobs[2]?.id);
  }));

interface StoredRun {
  readonly account: Account;
  readonly runId: JobId;
  readonly store: TemporaryStore["store"];
  readonly dependencies: JobOfRunDependencies;
  /** Names of the artifacts and configs that the submission under test has read. */
  readonly reads: readonly string[];
}

/**
 * Test helper. Runs a test with a succeeded run of the request `BODY`. An old run has no stored document of the facts
 * that later jobs need.
 */
function withRun({ isOld = false }: { isOld?: boolean }, test: (run: StoredRun) => Promise<void>): Promise<void> {
  return withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const config = new TextEncoder().encode(JSON.stringify(BODY));
    const { id: runId } = await submittedJob(store, account.id, {}, { config });
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease !== null);
    await store.jobQueue.beginUpload(lease);
    const files = (await filesOf(runId)).filter(({ name }) => !isOld || name !== runBasis.name);
    await store.jobQueue.succeed(lease, await store.artifacts.write(account.id, runId, files));
    const reads: string[] = [];
    const dependencies: JobOfRunDependencies = {
      jobs: {
        ...store.jobs,
        configOfRun: (accountId, jobId) => (reads.push("config"), store.jobs.configOfRun(accountId, jobId)),
      },
      artifacts: {
        ...store.artifacts,
        find: (accountId, jobId, name) => (reads.push(name), store.artifacts.find(accountId, jobId, name)),
      },
      classificationMaps: store.classificationMaps,
      telemetry: { count: () => undefined, record: () => undefined, observe: () => undefined },
      preflights: {
        run: () => Promise.reject(new Error("Cannot judge doubts: no request of these tests asks for it")),
      },
      workBound: new WorkBound(null, { ...store, clock: systemClock, elapsedMs: systemStopwatch }),
    };
    await test({ account, runId, store, dependencies, reads });
  });
}

async function filesOf(runId: JobId): Promise<readonly Artifact[]> {
  const context = { kernels: await loadKernels(null), progress: () => {} };
  const config = new TextEncoder().encode(JSON.stringify(BODY));
  const run = { config, history: null, digests: await kernelDigests() };
  const { artifacts } = await COMPUTATIONS.optimization_run.compute({ runId, run, found: null }, context);
  return artifacts.map((file) => finishedArtifact("optimization", file, { elapsedMs: 1, phasesMs: {} }));
}
