import assert from "node:assert/strict";
import type { JobId } from "../../src/domain/identifier.ts";
import type { Account } from "../../src/domain/account.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { User } from "../../src/domain/user.ts";
import { optimizationWork } from "../../src/jobs/kinds/optimization_work.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { transaction } from "../../src/store/transaction.ts";
import { hasObjectServer, type ObjectBucket, objectBucket } from "../support/object_server.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { pricesBody, RISK_FREE_RATES, submissionTo } from "../support/submission.ts";
import { accountWithCredentials, mailTo, type TemporaryStore, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

for (const place of ["the store", "a bucket"] as const) {
  deletionTest(place, "of a deleted run only its usage count and its idempotency key stay stored", async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const before = await everything(context);
    const runId = await computedRun(context, account);
    assert.ok((await everything(context)).length > before.length + 10, "a run has entries");
    await store.jobs.delete(account.id, runId);
    await sweepLater(context);
    assert.deepEqual(added(before, await everything(context)), ["idempotency_keys", "meters"]);
  });

  deletionTest(place, "deleting a run deletes its simulations and backtests, but not their counts", async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const before = await everything(context);
    const runId = await computedRun(context, account);
    await computedJobsOfRun(context, account, runId);
    await store.jobs.delete(account.id, runId);
    await sweepLater(context);
    const left = ["idempotency_keys", "meters", "meters", "meters"];
    assert.deepEqual(added(before, await everything(context)), left);
  });

  deletionTest(place, "of a deleted account only counts under a digest of its e-mail address stay", async (context) => {
    const { store } = context;
    await accountWithCredentials(store, "bob@example.com");
    const before = await everything(context);
    const { account, user } = await accountWithCredentials(store);
    await noteSignIns(context, account, user);
    await computedJobsOfRun(context, account, await computedRun(context, account));
    await submittedJob(store, account.id, {}, { config: new Uint8Array(200_000) });
    await store.accounts.delete(account.id);
    await sweepLater(context);
    const after = await everything(context);
    const left = after.filter((key) => !before.includes(key));
    assert.deepEqual(left.map((key) => JSON.parse(key)[0]), [
      ...Array(2).fill("mails_in_minute"),
      ...Array(3).fill("meters_of_address"),
    ]);
    assert.ok(!left.join().includes(account.id), "what is left names the address by its digest, and no account");
    assert.deepEqual(after.filter((key) => !left.includes(key)), before);
  });
}

Deno.test(testInTurn("deleting a run deletes all of its 100 sets of artifacts", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const before = await context.list();
    const runId = await computedRun(context, account);
    for (let sets = 0; sets < 100; sets++) {
      const name = `report_${sets}.pdf`;
      const artifact = { name, mediaType: "application/pdf", content: new Uint8Array(1_000) };
      const set = await store.artifacts.write(account.id, runId, [artifact]);
      await transaction(context, async (read) => ({ ...await store.artifacts.adopt(read, set), result: null }));
    }
    await store.jobs.delete(account.id, runId);
    await sweepLater(context);
    assert.deepEqual(added(before, await context.list()), ["idempotency_keys", "meters"]);
  })));

interface StoredEverywhere extends TemporaryStore {
  readonly server: ObjectBucket | null;
}

function deletionTest(
  place: "the store" | "a bucket",
  promise: string,
  test: (context: StoredEverywhere) => Promise<void>,
): void {
  const inBucket = place === "a bucket";
  Deno.test(testInTurn({
    name: `${promise}, with artifacts in ${place}`,
    ignore: inBucket && !hasObjectServer(),
    async fn() {
      const server = inBucket ? await objectBucket() : null;
      await withStore((context) => test({ ...context, server }), { artifactBucket: server?.bucket ?? null });
    },
  }));
}

/** Test helper. Returns every key of the store and of the bucket, sorted. */
async function everything({ list, server }: StoredEverywhere): Promise<string[]> {
  return [...await list(), ...await server?.keys() ?? []].sort();
}

/** Test helper. Returns the kind of each store key that is in `after` and not in `before`, sorted. */
function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((key) => !before.includes(key)).map((key) => JSON.parse(key)[2]).sort();
}

/** Creates sign-ins from two networks, which notify the owner, and one security event of each outcome. */
async function noteSignIns({ store, clock }: TemporaryStore, { id }: Account, user: User): Promise<void> {
  await store.accounts.verifyEmail(id);
  const start = { userId: user.id, credentialGeneration: user.credentialGeneration, notice: mailTo(user.email) };
  for (const network of ["203.0.113.0/24", "198.51.100.0/24"]) {
    await store.sessions.start(id, { ...start, network, refreshDigest: `from ${network}` });
  }
  const event = { at: clock.nowMs, route: "POST /auth/login", address: "203.0.113.7", credentialId: null };
  for (const outcome of ["succeeded", "refused", "asked"] as const) {
    await store.securityEvents.append(id, { ...event, outcome, code: null });
  }
}

/** Computes a run with a large history of its own, an idempotency key, a tag and a new name. */
async function computedRun(context: TemporaryStore, account: Account): Promise<JobId> {
  const { store, clock } = context;
  using submission = submissionTo(store, clock);
  const body = {
    ...pricesBody(20, 500),
    constraints: { weight_bounds: { max: 0.5 } },
    efficient_frontier: { points: 5 },
  };
  const { job: { id } } = await submission.submit(account, body, { idempotencyKey: "once" });
  const pool = poolOfThisThread();
  const sources = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => "2026-05-20T12:00:00Z" };
  const runner = runningJobs(store, { work: [optimizationWork({ pool, sources })], clock });
  await until(async () => (await store.jobs.get(account.id, id)).finishedAt !== null, "the run");
  await runner.stop();
  const { status, error } = await store.jobs.get(account.id, id);
  assert.equal(status, "succeeded", error?.detail);
  await store.jobs.addTag(account.id, id, "income");
  await store.jobs.rename(account.id, id, "Core equity");
  return id;
}

/** Creates a simulation and a backtest of a run, both succeeded with artifacts and stored inputs. */
async function computedJobsOfRun({ store, clock }: TemporaryStore, account: Account, runId: JobId): Promise<void> {
  for (const kind of ["monte_carlo", "backtest"] as const) {
    const work = { ...scriptedWork(() => null, { inputs: new Uint8Array(100_000).fill(7) }), kind };
    const runner = runningJobs(store, { work: [work], clock });
    const options = { config: new Uint8Array(150_000).fill(32) };
    options.config.set(new TextEncoder().encode("{}"));
    const { id } = await submittedJob(store, account.id, { kind, parentRunId: runId }, options);
    await until(async () => (await store.jobs.get(account.id, id)).finishedAt !== null, kind);
    await runner.stop();
    assert.equal((await store.jobs.get(account.id, id)).status, "succeeded");
  }
}

/** Sweeps the store after one hour and after two. The second sweep deletes what the first one marked. */
async function sweepLater({ store, clock }: TemporaryStore): Promise<void> {
  for (let sweeps = 0; sweeps < 2; sweeps++) {
    clock.nowMs += HOUR_MS;
    await store.maintenance.sweep();
  }
}
