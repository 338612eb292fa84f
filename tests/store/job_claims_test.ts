import assert from "node:assert/strict";
import { type AccountId, jobIdOf } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS, type PlanLimits, planLimits, type PlanName } from "../../src/domain/plan.ts";
import { keys } from "../../src/store/keys.ts";
import type { Lease } from "../../src/store/lease.ts";
import { type Repositories, repositories } from "../../src/store/mod.ts";
import { PassedJobs } from "../../src/store/passed_jobs.ts";
import { put, write } from "../../src/store/transaction.ts";
import { type CountedStore, countedStore } from "../support/counted_store.ts";
import { hasPostgres, newPostgresPath, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { signUpOf, stoppingAfter, withStore } from "../support/temporary_store.ts";

sharesPostgres();

/** Test helper. Registers a test on several processes' stores on one schema of PostgreSQL. */
function onPostgres(
  name: string,
  test: (stores: readonly CountedStore[], schema: string) => Promise<void>,
  { processes = 1, limits = PLAN_LIMITS }: { processes?: number; limits?: PlanLimits } = {},
): void {
  Deno.test({
    name,
    ignore: !hasPostgres(),
    async fn() {
      const path = newPostgresPath(), schema = new URL(path).searchParams.get("schema") ?? "";
      await using open = new AsyncDisposableStack();
      const stores: CountedStore[] = [];
      while (stores.length < processes) stores.push(open.use(await countedStore(path, { planLimits: limits })));
      await test(stores, schema);
    },
  });
}

/** Test helper. Registers a test on the store in a file and on PostgreSQL. */
function onEachStore(
  name: string,
  test: (store: Repositories) => Promise<void>,
  { limits = PLAN_LIMITS }: { limits?: PlanLimits } = {},
): void {
  Deno.test(`${name} (in a file)`, () => withStore(({ store }) => test(store), { planLimits: limits }));
  onPostgres(`${name} (on PostgreSQL)`, ([{ store }]) => test(store), { limits });
}

const UNLIMITED = planLimits({ free: { running_jobs: null } });

for (const processes of [1, 4, 16]) {
  onPostgres(`a claim takes two trips to the store where ${processes} processes claim at once`, async (stores) => {
    const [{ store }] = stores, jobsOfEach = 4;
    const accounts = await Promise.all(["ada", "bob", "eve"].map((name) => accountOf(store, name)));
    const jobs: string[] = [];
    for (let count = 0; count < processes * jobsOfEach; count++) {
      jobs.push((await submittedJob(store, accounts[count % accounts.length])).id);
    }
    const before = tripsOf(stores);
    const claimed = await Promise.all(stores.map(({ store }) => claims(store, jobsOfEach)));
    assert.deepEqual(claimed.flat().map(({ jobId }) => jobId).toSorted(), jobs.toSorted());
    assert.equal((tripsOf(stores) - before) / jobs.length, 2);
  }, { processes, limits: UNLIMITED });
}

onPostgres("the claim of a report, which changes its run too, takes two trips", async ([{ store, counts }]) => {
  const account = await accountOf(store, "ada");
  const run = await submittedJob(store, account);
  const [lease] = await claims(store, 1);
  await store.jobQueue.beginUpload(lease);
  const files = await store.artifacts.write(account, run.id, []);
  assert.ok(await store.jobQueue.succeed(lease, files));
  await store.jobs.requestReport(account, run.id, "full");
  const before = counts.trips;
  assert.equal((await store.jobQueue.claim(null))?.job.kind, "report");
  assert.equal(counts.trips - before, 2);
  assert.equal((await store.jobs.get(account, run.id)).reportStatus, "rendering");
});

onPostgres("processes share one turn of the accounts, in which the largest plan gets two jobs", async (stores) => {
  const [{ store }] = stores;
  const owners = new Map<AccountId, string>();
  for (const [name, plan] of [["ada", "free"], ["bob", "pro"], ["eve", "enterprise"]] as const) {
    const account = await accountOf(store, name, plan);
    owners.set(account, name);
    for (let count = 0; count < 8; count++) await submittedJob(store, account);
  }
  const order: string[] = [];
  for (let count = 0; count < 14; count++) {
    const [{ accountId }] = await claims(stores[count % stores.length].store, 1);
    order.push(owners.get(accountId)?.[0] ?? "");
  }
  assert.equal(order.join(""), "abeeabeeabeeab");
}, { processes: 3 });

onEachStore(
  "an account has as many jobs running at once as its plan allows, and others take their turn",
  async (store) => {
    const [ada, bob] = [await accountOf(store, "ada"), await accountOf(store, "bob")];
    for (let count = 0; count < 5; count++) await submittedJob(store, ada);
    const held = await claims(store, 2);
    assert.equal(await store.jobQueue.claim(null), null);
    await submittedJob(store, bob);
    assert.equal((await store.jobQueue.claim(null))?.accountId, bob);
    const ends = [
      (lease: Lease) => store.jobQueue.fail(lease, { code: "internal", detail: "An error" }),
      (lease: Lease) => store.jobs.cancel(ada, lease.jobId),
    ];
    for (const [index, end] of ends.entries()) {
      await end(held[index]);
      assert.equal((await store.jobQueue.claim(null))?.accountId, ada);
      assert.equal(await store.jobQueue.claim(null), null);
    }
  },
  { limits: planLimits({ free: { running_jobs: 2 } }) },
);

onEachStore("claims side by side do not exceed the plan's limit of running jobs", async (store) => {
  const ada = await accountOf(store, "ada");
  for (let count = 0; count < 9; count++) await submittedJob(store, ada);
  const taken = await Promise.all(Array.from({ length: 9 }, () => store.jobQueue.claim(null)));
  assert.equal(taken.filter((lease) => lease !== null).length, PLAN_LIMITS.free.running_jobs);
});

onPostgres("jobs that a runner cannot compute are read once, and then passed over", async ([process]) => {
  const { store, counts, context } = process;
  const account = await accountOf(store, "ada");
  for (let count = 0; count < 3; count++) {
    const id = jobIdOf(`new_01K0000000000000000000000${count}`);
    await write(context, [put(keys.queuedJob(account, `01K0000000000000000000000${count}`, id), {})]);
    await submittedJob(store, account, { work: 1_000 });
    await submittedJob(store, account, { methods: ["of_a_newer_version"] });
  }
  const options = {
    knows: ({ methods }: { readonly methods: readonly string[] }) => methods[0] === "min_volatility",
    passed: new PassedJobs(),
    workLimit: 999,
  };
  const tripsOfClaim = async (): Promise<number> => {
    const before = counts.trips;
    assert.equal(await store.jobQueue.claim(null, options), null);
    return counts.trips - before;
  };
  assert.deepEqual([await tripsOfClaim(), await tripsOfClaim()], [4, 1]);
  const { id } = await submittedJob(store, account);
  assert.equal((await store.jobQueue.claim(null, options))?.jobId, id);
});

onPostgres(
  "a job whose claim was begun by a process that died is claimed when its reservation is over",
  async (stores, schema) => {
    const [{ store, context }] = stores;
    const dying = repositories({ ...context, kv: stoppingAfter(context.kv, 0) }, {
      planLimits: PLAN_LIMITS,
      artifactObjects: null,
    });
    const account = await accountOf(store, "ada");
    const jobs = [await submittedJob(store, account), await submittedJob(store, account)];
    await assert.rejects(dying.jobQueue.claim(null), /killed/);
    const [next] = await claims(store, 1);
    assert.equal(next.jobId, jobs[1].id);
    assert.equal(await store.jobQueue.claim(null), null);
    await sharedPostgres().sql(`UPDATE ${schema}.reservations SET ends_at = now()`);
    assert.equal((await store.jobQueue.claim(null))?.jobId, jobs[0].id);
  },
);

/** Test helper. Claims a number of jobs, which must be there. */
async function claims({ jobQueue }: Repositories, count: number): Promise<readonly Lease[]> {
  const leases: Lease[] = [];
  while (leases.length < count) {
    const lease = await jobQueue.claim(null);
    assert.ok(lease !== null, "a job is left");
    leases.push(lease);
  }
  return leases;
}

/** Test helper. Creates an account; accounts sort in the order in which they are created. */
async function accountOf({ accounts }: Repositories, name: string, plan: PlanName = "free"): Promise<AccountId> {
  return (await accounts.signUp({ ...signUpOf(`${name}@example.com`), plan })).account.id;
}

function tripsOf(stores: readonly CountedStore[]): number {
  return stores.reduce((sum, { counts }) => sum + counts.trips, 0);
}
