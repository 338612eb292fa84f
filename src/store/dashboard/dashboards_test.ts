import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../../../tests/support/postgres_server.ts";
import { submittedJob } from "../../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  sourceOfChance,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../../tests/support/temporary_store.ts";
import { IS_FULL_RUN, problemCount } from "../../../tests/support/tier.ts";
import { type AccountId, identifier, type JobId } from "../../domain/identifier.ts";
import { insightId } from "../../domain/insight_kind.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { PLAN_LIMITS } from "../../domain/plan.ts";
import type { RunFigures } from "../../domain/run_figures.ts";
import { systemClock } from "../../runtime/clock.ts";
import { changeOfJob, type JobRecord } from "../job_record.ts";
import { keys } from "../keys.ts";
import type { Lease } from "../lease.ts";
import { type Repositories, repositories } from "../mod.ts";
import { openPostgres } from "../postgres/open_postgres.ts";
import { migrate } from "../schema_version.ts";
import { put, write } from "../transaction.ts";

sharesPostgres();

type Store = TemporaryStore["store"];

/** Limits of plans that put no bound on the number of running jobs of an account. */
const WITHOUT_CAP = { ...PLAN_LIMITS, enterprise: { ...PLAN_LIMITS.enterprise, running_jobs: null } };

const FAILED = { code: "methods_failed", detail: "" } as const;
const ASSETS = ["A", "B", "C", "D", "E", "F"];
const METHODS = ["equal_weight", "min_volatility", "max_sharpe"];

Deno.test("after any sequence of operations on jobs the stored dashboard equals the one computed from scratch", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account: { id } } = await accountWithCredentials(store);
    await store.accounts.setPlan(id, "enterprise");
    const histories = fc.array(operation, { minLength: 20, maxLength: 30, size: "max" });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (operations) => {
        for (const chosen of operations) await act(context, id, chosen);
        count += operations.length;
        const kept = await store.dashboards.get(id);
        const computed = await store.dashboards.refresh(id);
        assert.deepEqual(kept, computed);
        assert.deepEqual(await store.dashboards.get(id), computed);
      }),
      { numRuns: problemCount(50) },
    );
    // deno-lint-ignore no-console
    console.log(`${count} operations left the dashboard that is computed in full`);
    if (IS_FULL_RUN) assert.ok(count >= 1_000);
  }));

Deno.test("an operation killed after any of its writes leaves a dashboard equal to the one computed from scratch", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account: { id } } = await accountWithCredentials(store);
    await store.accounts.setPlan(id, "enterprise");
    const operations: Readonly<Record<string, (dying: Repositories, known: Known) => Promise<unknown>>> = {
      accepted: (dying) => submittedJob(dying, id),
      ended: (dying, { lease }) => succeed(dying, lease, FIGURES),
      failed: (dying, { lease }) => dying.jobQueue.fail(lease, FAILED),
      cancelled: (dying, { lease }) => dying.jobs.cancel(id, lease.jobId),
      renamed: (dying, { runId }) => dying.jobs.rename(id, runId, "Renamed"),
      deleted: (dying, { runId }) => dying.jobs.delete(id, runId),
      dismissed: (dying, { insightId }) => dying.dashboards.dismiss(id, insightId),
      "looked at": (dying) => dying.dashboards.get(id),
      refreshed: (dying) => dying.dashboards.refresh(id),
      swept: (dying) => dying.maintenance.sweep(),
    };
    for (const [what, operate] of Object.entries(operations)) {
      let isKilled = true;
      for (let commits = 0; isKilled; commits++) {
        const known = await knownJobs(store, id);
        const dying = repositories({ ...context, kv: stoppingAfter(context.kv, commits) }, PARTS);
        isKilled = await operate(dying, known).then(() => false, (error: unknown) => /killed/.test(String(error)));
        const kept = await store.dashboards.get(id);
        assert.deepEqual(kept, await store.dashboards.refresh(id), `${what}, killed after ${commits} commits`);
      }
    }
  }));

Deno.test("two processes that change, read and refresh at once show the dashboard that is computed from scratch", () =>
  withStore(async ({ store, openAgain }) => {
    const { account: { id } } = await accountWithCredentials(store);
    await store.accounts.setPlan(id, "enterprise");
    const stores = [store, await openAgain()];
    for (let turn = 0; turn < problemCount(5, 1); turn++) {
      await Promise.all(stores.flatMap((process) => [
        ...Array.from({ length: 10 }, () => knownJobs(process, id)),
        process.dashboards.refresh(id),
        process.dashboards.get(id),
        process.maintenance.sweep(),
      ]));
      const [one, other] = await Promise.all(stores.map(({ dashboards }) => dashboards.get(id)));
      assert.deepEqual(one, other);
      assert.deepEqual(one, await store.dashboards.refresh(id));
      assert.equal(one.runs.total, (turn + 1) * 40);
    }
  }, { planLimits: WITHOUT_CAP }));

Deno.test({
  name: "a run that is accepted while PostgreSQL's dashboard is counted is on it, though versions there have no order",
  ignore: !hasPostgres(),
  async fn() {
    const kv = await openPostgres(newPostgresPath());
    const context = { kv, clock: systemClock, random: sourceOfChance() };
    const plain = repositories(context, PARTS);
    const { account: { id } } = await accountWithCredentials(plain);
    await plain.accounts.setPlan(id, "enterprise");
    const runs = JSON.stringify(keys.jobs(id, "optimization"));
    const list = async function* <Value>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
      yield* kv.list<Value>(selector, options);
      if ("prefix" in selector && JSON.stringify(selector.prefix) === runs) await submittedJob(plain, id);
    };
    const { dashboards } = repositories({ ...context, kv: { ...kv, list } }, PARTS);
    for (let total = 2; total <= 20; total += 2) {
      await submittedJob(plain, id);
      assert.equal((await dashboards.refresh(id)).runs.total, total);
    }
    await kv.close();
  },
});

Deno.test("50 simultaneous refreshes of a dashboard share one computation, and a later refresh computes anew", () =>
  withStore(async (context) => {
    const { account: { id } } = await accountWithCredentials(context.store);
    await submittedJob(context.store, id);
    let commits = 0;
    const kv = new Proxy(context.kv, {
      get(target, name) {
        if (name === "commit") commits++;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const { dashboards } = repositories({ ...context, kv }, PARTS);
    await dashboards.refresh(id);
    commits = 0;
    const alone = await dashboards.refresh(id);
    const commitsOfOne = commits;
    const together = await Promise.all(Array.from({ length: 50 }, () => dashboards.refresh(id)));
    assert.ok(commitsOfOne > 0);
    assert.equal(commits, 2 * commitsOfOne);
    for (const dashboard of together) assert.deepEqual(dashboard, alone);
    await dashboards.refresh(id);
    assert.equal(commits, 3 * commitsOfOne);
  }));

Deno.test("a deleted account leaves nothing of its dashboard, its dismissed insights and its comparisons", () =>
  withStore(async ({ store, list }) => {
    await accountWithCredentials(store, "bob@example.com");
    const before = await list();
    const { account: { id } } = await accountWithCredentials(store);
    const [{ runId, insightId }, other] = [await knownJobs(store, id), await knownJobs(store, id)];
    await store.dashboards.dismiss(id, insightId);
    await store.dashboards.refresh(id);
    await store.comparisons.create(id, { name: "Both", runIds: [runId, other.runId] }, Int32Array.of(1));
    await store.jobs.rename(id, runId, "Renamed");
    for (const kept of ["dismissed_insights", "run_figures", '"dashboard"', "comparisons", "comparison_days"]) {
      assert.ok((await list()).some((key) => key.includes(kept)), kept);
    }
    await store.accounts.delete(id);
    await store.maintenance.sweep();
    await store.maintenance.sweep();
    const left = (await list()).filter((key) => !before.includes(key));
    assert.deepEqual(left.filter((key) => !/mails_in_minute|meters_of_address/.test(key)), []);
  }));

Deno.test("the dashboard counts older runs once they have figures; the migration lists them even if killed at any write", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account: { id } } = await accountWithCredentials(store);
    const count = problemCount(1_000, 150);
    const runIds = await writeEarlierRuns(context, id, count);
    await write(context, [put(keys.schemaVersion, 1)]);
    let isKilled = true;
    for (let commits = 0; isKilled; commits++) {
      const dying = { ...context, kv: stoppingAfter(context.kv, commits) };
      isKilled = await migrate(dying).then(() => false, ({ message }) => message === "killed");
    }
    await migrate(context);
    const noted = await Array.fromAsync(store.dashboards.runsWithoutFigures(), ({ runId }) => runId);
    assert.deepEqual(noted.toSorted(), runIds.toSorted());
    const without = await store.dashboards.get(id);
    assert.deepEqual([without.runs.total, without.methods], [count, []]);
    for (const runId of noted.slice(1)) await store.dashboards.addFigures(id, runId, FIGURES);
    await store.dashboards.addFigures(id, noted[0], null);
    assert.deepEqual(await Array.fromAsync(store.dashboards.runsWithoutFigures()), []);
    const dashboard = await store.dashboards.get(id);
    assert.deepEqual([dashboard.runs.total, dashboard.methods[0].runs], [count, count - 1]);
    assert.deepEqual(dashboard, await store.dashboards.refresh(id));
    const [{ runId: lacking }] = await Array.fromAsync(store.dashboards.runsWithoutFigures());
    assert.equal(lacking, noted[0], "a refresh notes what lacks figures");
  }));

const PARTS = { planLimits: PLAN_LIMITS, artifactObjects: null };

const FIGURES: RunFigures = {
  methods: [{
    method: "min_volatility",
    key: "calm",
    isFormula: false,
    metrics: {
      sharpe_ratio: 0.5,
      sortino_ratio: 0.7,
      calmar_ratio: null,
      annual_return: 0.1,
      annual_volatility: 0.2,
      max_drawdown: 0.3,
      conditional_value_at_risk: 0.02,
    },
    largest: { asset: "A", weight: 0.6 },
    effectiveAssets: 2,
  }],
  assets: [["A", 0.6, 1], ["B", 0.1, 1], ["C", 0.1, 1], ["D", 0.1, 1], ["E", 0.1, 1]],
  lastDay: null,
  walkForward: [],
};

/** Type for tests: jobs and an insight of an account on which a tested operation acts. */
interface Known {
  /** Lease of a run that is still being computed. */
  readonly lease: Lease;
  /** Id of a succeeded run that has an insight. */
  readonly runId: JobId;
  readonly insightId: string;
}

/** Test helper. Creates two runs of an account, one succeeded and one still being computed. */
async function knownJobs(store: Repositories, id: AccountId): Promise<Known> {
  for (let runs = 0; runs < 2; runs++) await submittedJob(store, id);
  const [done, lease] = [await claimed(store), await claimed(store)];
  await succeed(store, done, FIGURES);
  return { lease, runId: done.jobId, insightId: insightId("concentration", done.jobId) };
}

async function claimed({ jobQueue }: Repositories): Promise<Lease> {
  const lease = await jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

/**
 * Test helper. Writes succeeded runs as they were stored before the dashboard existed: without figures and without
 * dashboard notes. Returns their ids.
 */
async function writeEarlierRuns(context: TemporaryStore, id: AccountId, count: number): Promise<readonly JobId[]> {
  const { id: runId } = await submittedJob(context.store, id);
  await context.store.jobQueue.fail(await claimed(context.store), FAILED);
  const { value: failed } = await context.kv.get<JobRecord>(keys.job(id, "optimization", runId));
  assert.ok(failed);
  await context.store.jobs.delete(id, runId);
  const runIds: JobId[] = [];
  while (runIds.length < count) {
    const records = Array.from({ length: 50 }, (): JobRecord => ({
      ...failed,
      id: identifier("run", context.random.ulid()),
      status: "succeeded",
      error: null,
    }));
    const mutations = records.flatMap((record) => changeOfJob(null, record));
    await write(context, mutations.filter(({ key }) => !/dashboard/.test(key.join())));
    runIds.push(...records.map(({ id }) => id));
  }
  return runIds;
}

const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const ratio = fc.option(fc.integer({ min: -3, max: 3 }).map((halves) => halves / 2));

const figures: fc.Arbitrary<RunFigures> = fc.record({
  methods: fc.uniqueArray(
    fc.record({
      method: fc.constantFrom(...METHODS),
      key: fc.constantFrom("a", "b", "c"),
      isFormula: fc.boolean(),
      metrics: fc.record({
        sharpe_ratio: ratio,
        sortino_ratio: ratio,
        calmar_ratio: ratio,
        annual_return: ratio,
        annual_volatility: ratio,
        max_drawdown: ratio,
        conditional_value_at_risk: ratio,
      }),
      largest: fc.record({ asset: fc.constantFrom(...ASSETS), weight: share }),
      effectiveAssets: fc.integer({ min: 0, max: 6 }),
    }),
    { selector: ({ key }) => key, minLength: 1 },
  ),
  assets: fc.uniqueArray(fc.tuple(fc.constantFrom(...ASSETS), share, fc.nat(2)), {
    selector: ([asset]) => asset,
    minLength: 1,
  }),
  lastDay: fc.option(fc.constantFrom("2026-01-30", "2026-04-19", "2026-05-01")),
  walkForward: fc.array(
    fc.record({ method: fc.constantFrom(...METHODS), key: fc.constantFrom("a", "b"), sharpeRatio: ratio }),
    { maxLength: 3 },
  ),
});

const place = fc.nat(30);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("accept" as const),
      market: fc.constantFrom("IN" as const, "US" as const, "CUSTOM" as const),
      mode: fc.constantFrom("construct" as const, "rebalance" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("succeed" as const), figures }) },
  fc.record({ what: fc.constantFrom("fail" as const, "give back" as const, "claim" as const, "look" as const) }),
  fc.record({
    what: fc.constantFrom("cancel" as const, "delete" as const, "rename" as const, "simulate" as const),
    place,
  }),
  fc.record({ what: fc.constant("dismiss" as const), place }),
  fc.record({ what: fc.constant("wait" as const), days: fc.nat(20) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/**
 * Test helper. Performs a randomly chosen operation on the store. An operation that is impossible in the current state
 * changes nothing.
 */
async function act({ store, clock }: TemporaryStore, id: AccountId, chosen: Operation): Promise<void> {
  switch (chosen.what) {
    case "accept":
      return void await submittedJob(store, id, { market: chosen.market, mode: chosen.mode });
    case "succeed": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await succeed(store, lease, chosen.figures);
      return;
    }
    case "fail": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await store.jobQueue.fail(lease, FAILED);
      return;
    }
    case "give back": {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await store.jobQueue.giveBack(lease);
      return;
    }
    case "claim":
      return void await store.jobQueue.claim(null);
    case "look":
      return void await store.dashboards.get(id);
    case "wait":
      clock.nowMs += chosen.days * DAY_MS;
      return;
    case "dismiss": {
      const { insights } = await store.dashboards.get(id);
      if (insights.length > 0) await store.dashboards.dismiss(id, insights[chosen.place % insights.length].id);
      return;
    }
    default: {
      const runs = await runsOf(store, id);
      if (runs.length > 0) await changeRun(store, id, { what: chosen.what, runId: runs[chosen.place % runs.length] });
    }
  }
}

async function changeRun(
  { jobs }: Store,
  id: AccountId,
  { what, runId }: { readonly what: "cancel" | "delete" | "rename" | "simulate"; readonly runId: JobId },
): Promise<void> {
  const changed = {
    cancel: () => jobs.cancel(id, runId),
    delete: () => jobs.delete(id, runId),
    rename: () => jobs.rename(id, runId, "Renamed"),
    simulate: () => submittedJob({ jobs }, id, { kind: "monte_carlo", parentRunId: runId }),
  };
  await changed[what]().catch((error: unknown) => assert.match(String(error), /Cannot/));
}

async function runsOf({ jobs }: Store, id: AccountId): Promise<readonly JobId[]> {
  const { items } = await jobs.listHistory(id, "optimization", {}, { limit: 100, cursor: null });
  return items.map(({ id }) => id);
}

async function succeed({ jobQueue, artifacts }: Repositories, lease: Lease, figures: RunFigures): Promise<void> {
  await jobQueue.beginUpload(lease);
  const content = new Uint8Array(100 + lease.jobId.length);
  const set = await artifacts.write(lease.accountId, lease.jobId, [{ name: "r", mediaType: "text/csv", content }]);
  await jobQueue.succeed(lease, set, { figures: lease.jobId.startsWith("run_") ? figures : null });
}
