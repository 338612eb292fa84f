import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { isListening } from "../support/is_listening.ts";
import type { AccountId, JobId } from "../../src/domain/identifier.ts";
import type { Fault } from "../../src/domain/errors.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { Job } from "../../src/domain/job.ts";
import { type JobKindName, LISTED_JOB_KINDS } from "../../src/domain/job_kinds.ts";
import { PLAN_LIMITS, type PlanLimits, planLimits } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { Gate, runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { pricesBody, submissionTo } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, sourceOfChance } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";

/** Path of the KV Connect server `denokv`, from `DENOKV` or the search path; null if there is none. */
const binary = await findBinary();
// deno-lint-ignore no-console
if (binary === null) console.log("Skipped the tests over KV Connect: there is no denokv, set DENOKV to its binary");

const CONFIG = new TextEncoder().encode(JSON.stringify("x".repeat(2_000_000)));
const clock = { now: () => Date.now() };

remoteTest(
  "two runners over KV Connect compute each of 20 jobs once, their large configs and results whole",
  async (open) => {
    const [store, other] = [await open(), await open()];
    const { account } = await accountWithCredentials(store);
    const runners = [store, other].map((one) => runningJobs(one, { work: [scriptedWork()], clock, atOnce: 2 }));
    const jobs = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => submittedJob(store, account.id, {}, index < 2 ? { config: CONFIG } : {}),
      ),
    );
    for (const job of jobs) {
      assert.deepEqual([(await finished(store, job)).attempt], [1]);
    }
    assert.deepEqual(await store.jobs.config(account.id, jobs[0].id), CONFIG);
    for (const { id } of jobs) assert.equal((await store.artifacts.list(account.id, id)).length, 1);
    assert.equal((await store.meters.usage(account.id))[0].used, 20);
    for (const runner of runners) await runner.stop();
  },
);

remoteTest("a silent runner over KV Connect loses its job to another, and a cancelled one stops", async (open) => {
  const [store, other] = [await open(), await open()];
  const { account } = await accountWithCredentials(store);
  const gate = new Gate();
  const work = scriptedWork(async () => {
    await gate.pass();
    return null;
  });
  const queue = { ...store.jobQueue, beat: () => Promise.reject(new Error("cut off")) };
  const silent = runningJobs(store, { work: [work], clock, queue });
  const job = await submittedJob(store, account.id);
  await gate.reached;
  const taker = runningJobs(other, { work: [scriptedWork()], clock, timing: { leaseMs: 500 } });
  const done = await finished(store, job);
  assert.deepEqual([done.status, done.attempt], ["succeeded", 2]);
  gate.open();
  await until(() => silent.counts.get("jobs.finished optimization fenced") === 1);
  assert.deepEqual(await store.jobs.get(account.id, job.id), done);
  await store.jobs.delete(account.id, job.id);
  await assert.rejects(store.jobs.get(account.id, job.id), { code: "not_found" });
  for (const runner of [silent, taker]) await runner.stop();
});

remoteTest("a deleted run, and a deleted account, leave nothing behind over KV Connect", async (open, list) => {
  const [store, later] = [await open(), await open({ now: () => Date.now() + 2 * HOUR_MS })];
  await accountWithCredentials(store, "bob@example.com");
  const before = await list();
  const { account } = await accountWithCredentials(store);
  const withAccount = await list();
  const run = await computedWithJobs(store, account.id);
  await store.jobs.delete(account.id, run.id);
  await later.maintenance.sweep();
  const left = (await list()).filter((key) => !withAccount.includes(key)).map((key) => JSON.parse(key)[2]);
  assert.deepEqual(left, ["meters", "meters", "meters"]);
  await computedWithJobs(store, account.id);
  await submittedJob(store, account.id, {}, { config: CONFIG });
  await store.accounts.delete(account.id);
  await later.maintenance.sweep();
  // Leaves out the keys of the email address: its monthly meters and its limit on mails stay, because they apply to any
  // later sign-up with that address.
  const ofAddress = /^\["(meters_of_address|mails_in_minute)"/;
  const ofOthers = (keys: readonly string[]): readonly string[] => keys.filter((key) => !ofAddress.test(key));
  assert.deepEqual(ofOthers(await list()), ofOthers(before));
});

remoteTest(
  "of 30 submissions side by side over KV Connect no more are accepted than the meter allows",
  async (open) => {
    const options = { planLimits: planLimits({ free: { optimization_runs: 10 } }) };
    const stores = [await open(options), await open(options)];
    const { account } = await accountWithCredentials(stores[0]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => submittedJob(stores[index % 2], account.id)),
    );
    const refusals = outcomes.flatMap((outcome) => outcome.status === "rejected" ? [outcome.reason.code] : []);
    assert.deepEqual(refusals, Array(20).fill("quota_exceeded"));
    assert.equal((await stores[1].meters.usage(account.id))[0].used, 10);
  },
);

remoteTest(
  "a map saved over KV Connect is whole in every process, and what a run took of it outlives the map",
  async (open, list) => {
    const [store, other] = [await open(), await open()];
    const { account: { id } } = await accountWithCredentials(store);
    const account = await store.accounts.setPlan(id, "enterprise");
    const before = await list();
    const sectors = {
      name: "Sectors",
      description: null,
      map: { ...manyAssets(9_000), ASSET0: "food", ASSET1: "steel" },
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => [store, other][i % 2].classificationMaps.create(id, sectors)),
    );
    assert.deepEqual(
      outcomes.flatMap((outcome) => outcome.status === "rejected" ? [outcome.reason.code] : []),
      Array(19).fill("name_taken"),
    );
    const [saved] = await Array.fromAsync(other.classificationMaps.list(id));
    assert.deepEqual([saved.map, saved.revision], [sectors.map, 1]);
    const revised = await Promise.all(
      [store, other].map((one, i) => one.classificationMaps.replace(id, saved.id, { ...sectors, name: `By ${i}` })),
    );
    const [last] = revised.toSorted((a, b) => b.revision - a.revision);
    assert.deepEqual([last.revision, await Array.fromAsync(store.classificationMaps.list(id))], [3, [last]]);

    using submission = submissionTo(other, clock);
    const groups = { map_id: saved.id, rules: [{ group: "food", max: 0.6 }] };
    const body = { ...pricesBody(3, 80), constraints: { groups } };
    const { job } = await submission.submit(account, body);
    await store.classificationMaps.delete(id, saved.id);
    const config = JSON.parse(new TextDecoder().decode(await store.jobs.config(id, job.id)));
    assert.deepEqual(config.constraints.groups.map, { ASSET0: "food", ASSET1: "steel" });
    await assert.rejects(submission.submit(account, body), ({ faults }) => {
      assert.deepEqual(faults.map(({ pointer }: Fault) => pointer), ["/constraints/groups/map_id"]);
      return true;
    });
    await store.jobs.cancel(id, job.id);
    await store.jobs.delete(id, job.id);
    const later = await open({ now: () => Date.now() + 2 * HOUR_MS });
    await later.maintenance.sweep();
    const left = (await list()).filter((key) => !before.includes(key)).map((key) => JSON.parse(key)[2]);
    assert.deepEqual(left.filter((kind) => kind !== "meters"), ["newest"]);
  },
);

/**
 * Test helper. Returns a classification map with the given number of assets, none of which the test's run holds. A map
 * of 9,000 assets is larger than one KV value.
 */
function manyAssets(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${"X".repeat(60)}${i}`, `Group ${i % 9}`]));
}

/**
 * Creates and computes a run with stored inputs, a config of 2 MB and an artifact, and then a simulation and a backtest
 * of the run. Returns the run.
 */
async function computedWithJobs(store: Store, accountId: AccountId): Promise<Job> {
  const inputs = new Uint8Array(300_000).fill(7);
  const works = LISTED_JOB_KINDS.map((kind) => ({ ...scriptedWork(() => null, { inputs }), kind }));
  const runner = runningJobs(store, { work: works, clock });
  const submit = async (kind: JobKindName, parentRunId: JobId | null): Promise<Job> =>
    await finished(store, await submittedJob(store, accountId, { kind, parentRunId }, { config: CONFIG }));
  const run = await submit("optimization", null);
  const jobs = [await submit("monte_carlo", run.id), await submit("backtest", run.id)];
  await runner.stop();
  for (const { status, error } of [run, ...jobs]) assert.equal(status, "succeeded", error?.detail);
  return run;
}

async function finished(store: Store, { accountId, id }: Job): Promise<Job> {
  await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, `the end of ${id}`);
  return await store.jobs.get(accountId, id);
}

/**
 * Registers a test with its own KV Connect server over an empty store. The test is ignored if no `denokv` is installed.
 */
function remoteTest(name: string, test: RemoteTest): void {
  Deno.test({ name, ignore: binary === null, fn: () => withServer(binary ?? "", test) });
}

/**
 * Function of a test over KV Connect. `open` opens the store as another process would; `list` returns every key of the
 * store as JSON, except the marks of commits.
 */
type RemoteTest = (open: (options?: OpenOptions) => Promise<Store>, list: () => Promise<string[]>) => Promise<void>;

interface OpenOptions {
  /** Returns the current time of the test's store in milliseconds; the system clock by default. */
  readonly now?: () => number;
  readonly planLimits?: PlanLimits;
}

async function withServer(server: string, test: RemoteTest): Promise<void> {
  const folder = await Deno.makeTempDir();
  const token = crypto.randomUUID();
  const port = freePort();
  const child = new Deno.Command(server, {
    args: ["serve", "--addr", `127.0.0.1:${port}`],
    env: { DENO_KV_ACCESS_TOKEN: token, DENO_KV_SQLITE_PATH: `${folder}/kv.sqlite3` },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const before = Deno.env.get("DENO_KV_ACCESS_TOKEN");
  Deno.env.set("DENO_KV_ACCESS_TOKEN", token);
  const stores: Store[] = [];
  try {
    await until(() => isListening(port), "the server");
    const path = `http://127.0.0.1:${port}`;
    const open = async ({ now = clock.now, planLimits = PLAN_LIMITS }: OpenOptions = {}): Promise<Store> => {
      const store = await openStore({ path, planLimits, clock: { now }, random: sourceOfChance() });
      stores.push(store);
      return store;
    };
    await test(open, async () => {
      using kv = await Deno.openKv(path);
      const entries = await Array.fromAsync(kv.list({ prefix: [] }));
      return entries.filter(({ key }) => key[0] !== "commit_marks").map(({ key }) => JSON.stringify(key));
    });
  } finally {
    for (const store of stores) store.close();
    if (before === undefined) Deno.env.delete("DENO_KV_ACCESS_TOKEN");
    else Deno.env.set("DENO_KV_ACCESS_TOKEN", before);
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function findBinary(): Promise<string | null> {
  for (const candidate of [Deno.env.get("DENOKV"), "denokv"]) {
    if (candidate === undefined) continue;
    try {
      await new Deno.Command(candidate, { args: ["--version"], stdout: "null", stderr: "null" }).output();
      return candidate;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return null;
}
