import assert from "node:assert/strict";
import { finished, Gate, noting, rejection, runningJobs, scriptedWork } from "../../tests/support/running_jobs.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import { type AccountId, jobIdOf } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { JobQueue } from "../store/job_queue.ts";
import { keys } from "../store/keys.ts";
import type { Store } from "../store/open_store.ts";
import { knowsMethods } from "./kinds/knows_methods.ts";
import { put, write } from "../store/transaction.ts";

/** Lease time in milliseconds, in tests with runners whose stopwatch the test controls. */
const LEASE_MS = 10_000;

Deno.test("accounts with queued jobs are served in turn", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const eve = (await accountWithCredentials(store, "eve@example.com")).account.id;
    const owners = new Map<string, AccountId>();
    for (const account of [ada, ada, ada, ada, bob, bob, eve]) {
      owners.set((await submittedJob(store, account)).id, account);
    }
    const order: string[] = [];
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue: noting(store.jobQueue, order) });
    await until(() => order.length === 7);
    await runner.stop();
    assert.deepEqual(order.map((id) => owners.get(id)), [ada, bob, eve, ada, bob, ada, ada]);
  }));

Deno.test("a runner leaves jobs of unknown kinds or methods in the queue, and a newer runner computes them", () =>
  withStore(async (context) => {
    const { store, kv, clock } = context;
    const { account } = await accountWithCredentials(store);
    const unknownKind = keys.queuedJob(account.id, "01K", jobIdOf("new_01K00000000000000000000001"));
    const lease = keys.leasedJob(jobIdOf("new_01K00000000000000000000002"));
    await write(context, [put(unknownKind, account.id), put(lease, { accountId: account.id, attempt: 1 })]);
    const newer = await submittedJob(store, account.id, { methods: ["min_volatility", "of_a_newer_version"] });
    const other = await submittedJob(store, account.id, { kind: "backtest" });
    const known = await submittedJob(store, account.id);
    const work = { ...scriptedWork(), knows: knowsMethods };
    let [elapsedMs, looks] = [0, 0];
    const runner = runningJobs(store, {
      work: [work],
      clock,
      timing: { leaseMs: LEASE_MS },
      elapsedMs: () => elapsedMs,
      queue: { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) },
    });
    assert.equal((await finished(store, known)).status, "succeeded");
    for (let lease = 0; lease < 2; lease++) {
      const before = looks;
      elapsedMs += LEASE_MS;
      await until(() => looks >= before + 2, "looks at the queue");
    }
    await runner.stop();
    for (const { id } of [newer, other]) {
      const { status, attempt } = await store.jobs.get(account.id, id);
      assert.deepEqual([status, attempt], ["queued", 0]);
    }
    for (const key of [unknownKind, lease]) assert.notEqual((await kv.get(key)).value, null);
    const newest = runningJobs(store, { work: [scriptedWork(), { ...scriptedWork(), kind: "backtest" }], clock });
    for (const job of [newer, other]) assert.equal((await finished(store, job)).status, "succeeded");
    await newest.stop();
  }));

Deno.test("an account that uses every worker gives way to another account, and gets the workers back afterwards", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const gate = new Gate();
    const longOnes = new Set<string>();
    let computing = 0;
    const work = scriptedWork(async ({ task, options: { signal } }) => {
      if (!longOnes.has(task.id)) return null;
      computing++;
      await Promise.race([gate.pass(), rejection(signal)]).finally(() => computing--);
      return null;
    });
    for (let count = 0; count < 5; count++) longOnes.add((await submittedJob(store, ada)).id);
    const runner = runningJobs(store, { work: [work], clock, atOnce: 3 });
    await until(() => computing === 3, "every worker at work for one account");
    for (let count = 0; count < 4; count++) {
      const done = await finished(store, await submittedJob(store, bob));
      assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
    }
    await until(() => computing === 3, "every worker at work again");
    gate.open();
    for (const id of longOnes) {
      await until(async () => (await store.jobs.get(ada, id as Job["id"])).status === "succeeded", "the long jobs");
    }
    await runner.stop();
    assert.equal(runner.counts.get("jobs.attempts_lost") ?? 0, 0);
  }));

Deno.test("beside a long job on the only worker a spare worker computes jobs of other accounts, but none of the same", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const gate = new Gate();
    const { places, workAt } = notedPlaces(async (id) => {
      if (id === long.id) await gate.pass();
    });
    const long = await submittedJob(store, ada);
    const next = await submittedJob(store, ada);
    const timing = { aloneMs: 0 };
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { second: [workAt("spare")] },
      clock,
      timing,
    });
    await gate.reached;
    for (let count = 0; count < 3; count++) {
      assert.equal((await finished(store, await submittedJob(store, bob))).status, "succeeded");
    }
    assert.equal((await store.jobs.get(ada, next.id)).status, "queued");
    assert.deepEqual(places, ["own", "spare", "spare", "spare"]);
    gate.open();
    assert.equal((await finished(store, next)).status, "succeeded");
    await runner.stop();
    assert.deepEqual(places.at(-1), "own");
  }));

Deno.test("the spare worker takes no job of another account until the running job has computed alone for a set time", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const gate = new Gate();
    const { places, workAt } = notedPlaces(() => gate.pass());
    let [elapsedMs, looks] = [0, 0];
    await submittedJob(store, ada);
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { small: [workAt("spare")], second: [workAt("spare")] },
      clock,
      timing: { aloneMs: 1_000 },
      elapsedMs: () => elapsedMs,
      queue: { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) },
    });
    await gate.reached;
    await submittedJob(store, bob);
    const before = looks;
    await until(() => looks >= before + 3, "looks at what is queued");
    assert.deepEqual(places, ["own"]);
    elapsedMs = 1_000;
    await until(() => places.length === 2, "the other job");
    assert.deepEqual(places, ["own", "spare"]);
    gate.open();
    await runner.stop();
  }));

Deno.test("while the spare worker computes for an account, its next job waits and other accounts get the main worker", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob, eve] = await Promise.all(
      ["ada", "bob", "eve"].map(async (name) =>
        (await accountWithCredentials(store, `${name}@example.com`)).account.id
      ),
    );
    const gates = { own: new Gate(), spare: new Gate() };
    const first = await submittedJob(store, ada);
    const firstHeldBy = (gate: Gate): ReturnType<typeof scriptedWork> =>
      scriptedWork(async ({ number }) => {
        if (number === 1) await gate.pass();
        return null;
      });
    const [work, spareWork] = [[firstHeldBy(gates.own)], { second: [firstHeldBy(gates.spare)] }];
    const runner = runningJobs(store, { work, spareWork, clock, timing: { aloneMs: 0 } });
    await gates.own.reached;
    await submittedJob(store, bob);
    await gates.spare.reached;
    const waits = await submittedJob(store, bob);
    gates.own.open();
    assert.equal((await finished(store, first)).status, "succeeded");
    assert.equal((await finished(store, await submittedJob(store, eve))).status, "succeeded");
    assert.equal((await store.jobs.get(bob, waits.id)).status, "queued");
    gates.spare.open();
    assert.equal((await finished(store, waits)).status, "succeeded");
    await runner.stop();
  }));

Deno.test("beside long jobs on all workers a spare one computes small jobs of other accounts, and no large ones", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob, eve] = await accountsOf(store);
    const gate = new Gate(), longOnes = new Set<string>();
    const { places, workAt } = notedPlaces(async (id) => {
      if (longOnes.has(id)) await gate.pass();
    });
    for (const account of [ada, bob]) longOnes.add((await submittedJob(store, account, { work: 1e6 })).id);
    const large = await submittedJob(store, eve, { work: 1e6 });
    const timing = { aloneMs: 0 };
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { small: [workAt("spare")] },
      clock,
      atOnce: 2,
      timing,
    });
    await until(() => places.length === 2, "both workers at work");
    for (let count = 0; count < 3; count++) {
      assert.equal((await finished(store, await submittedJob(store, eve, { work: 300 }))).status, "succeeded");
    }
    const same = await submittedJob(store, ada, { work: 300 });
    assert.equal((await finished(store, await submittedJob(store, eve, { work: 300 }))).status, "succeeded");
    assert.deepEqual(places.slice(2), ["spare", "spare", "spare", "spare"]);
    for (const { accountId, id } of [large, same]) assert.equal((await store.jobs.get(accountId, id)).status, "queued");
    gate.open();
    for (const job of [large, same]) assert.equal((await finished(store, job)).status, "succeeded");
    await runner.stop();
  }));

Deno.test("a job on the spare worker that takes long gives way to a small one, and then waits for a regular worker", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob, eve, dan] = await accountsOf(store);
    const gate = new Gate();
    let [elapsedMs, looks] = [0, 0];
    const { places, workAt } = notedPlaces(async (id, signal) => {
      if (id !== small?.id) await Promise.race([gate.pass(), rejection(signal)]);
    });
    for (const account of [ada, bob]) await submittedJob(store, account, { work: 1e6 });
    let small: Job | null = null;
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { small: [workAt("spare")] },
      clock,
      atOnce: 2,
      timing: { aloneMs: 0, longMs: 10_000 },
      elapsedMs: () => elapsedMs,
      queue: { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) },
    });
    await until(() => places.length === 2, "the workers at work");
    const long = await submittedJob(store, eve, { work: 300 });
    elapsedMs = 1_000;
    await until(() => places.length === 3, "the spare worker at work");
    small = await submittedJob(store, dan, { work: 300 });
    elapsedMs = 10_999;
    const before = looks;
    await until(() => looks >= before + 3, "looks at what is queued");
    assert.equal((await store.jobs.get(eve, long.id)).status, "running");
    elapsedMs = 11_000;
    assert.equal((await finished(store, small)).status, "succeeded");
    gate.open();
    assert.equal((await finished(store, long)).attempt, 2);
    await runner.stop();
    assert.equal(runner.counts.get("jobs.attempts_lost") ?? 0, 0);
  }));

Deno.test("beside large jobs a small one starts at once, also while a second large one shares a single worker", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob, eve] = await accountsOf(store);
    const gate = new Gate(), large = new Set<string>();
    let elapsedMs = 0;
    const { places, workAt } = notedPlaces(async (id) => {
      if (large.has(id)) await gate.pass();
    });
    const small = async (): Promise<void> => {
      const job = await submittedJob(store, eve, { work: 300 });
      elapsedMs += 100;
      assert.equal((await finished(store, job)).status, "succeeded");
    };
    large.add((await submittedJob(store, ada, { work: 1e6 })).id);
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { small: [workAt("spare")], second: [workAt("spare")] },
      clock,
      timing: { aloneMs: 1_000 },
      elapsedMs: () => elapsedMs,
    });
    await until(() => places.length === 1, "the worker at work");
    await small();
    const second = await submittedJob(store, bob, { work: 1e6 });
    large.add(second.id);
    await small();
    assert.equal((await store.jobs.get(bob, second.id)).status, "queued");
    elapsedMs = 1_000;
    await until(() => places.length === 4, "the second large job");
    await small();
    assert.deepEqual(places, ["own", "spare", "spare", "spare", "spare"]);
    gate.open();
    await runner.stop();
  }));

Deno.test("a runner tells when large jobs have all its workers, so that the worker for small ones stands ready", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob, eve] = await accountsOf(store);
    const gate = new Gate(), large = new Set<string>(), told: boolean[] = [];
    const { places, workAt } = notedPlaces(async (id) => {
      if (large.has(id)) await gate.pass();
    });
    const timing = { aloneMs: 0 }, spareWork = { small: [workAt("spare")] };
    const onLargeJobs = (areEverywhere: boolean): void => void told.push(areEverywhere);
    const runner = runningJobs(store, { work: [workAt("own")], spareWork, clock, atOnce: 2, timing, onLargeJobs });
    const jobs: Job[] = [];
    for (const account of [ada, bob]) {
      assert.equal((await finished(store, await submittedJob(store, eve, { work: 300 }))).status, "succeeded");
      assert.deepEqual(told, []);
      const job = await submittedJob(store, account, { work: 1e6 });
      large.add(job.id);
      jobs.push(job);
      await until(async () => (await store.jobs.get(account, job.id)).status === "running", "a large job");
    }
    await until(() => told.length > 0, "the runner to tell");
    assert.equal((await finished(store, await submittedJob(store, eve, { work: 300 }))).status, "succeeded");
    assert.deepEqual([places.at(-1), ...told], ["spare", true]);
    gate.open();
    for (const job of jobs) assert.equal((await finished(store, job)).status, "succeeded");
    await runner.stop();
    assert.deepEqual(told, [true, false]);
  }));

Deno.test("a second large job shares a single worker also while no small one waits", () =>
  withStore(async ({ store, clock }) => {
    const [ada, bob] = await accountsOf(store);
    const gate = new Gate();
    const { places, workAt } = notedPlaces(() => gate.pass());
    for (const account of [ada, bob]) await submittedJob(store, account, { work: 1e6 });
    const runner = runningJobs(store, {
      work: [workAt("own")],
      spareWork: { small: [workAt("small")], second: [workAt("second")] },
      clock,
      // No new job wakes the runner, which searches for a small one again and again.
      timing: { aloneMs: 0, pauseMs: () => 60_000 },
    });
    await until(() => places.length === 2, "the second large job");
    assert.deepEqual(places, ["own", "second"]);
    gate.open();
    await runner.stop();
  }));

Deno.test("a runner computes as many jobs at once as configured, and no more", () => {
  let [now, most, looks] = [0, 0, 0];
  const gate = new Gate();
  const work = scriptedWork(async () => {
    most = Math.max(most, ++now);
    await gate.pass();
    now--;
    return null;
  });
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const jobs = await Promise.all(Array.from({ length: 9 }, () => submittedJob(store, account.id)));
    const queue: JobQueue = { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) };
    const runner = runningJobs(store, { work: [work], clock, atOnce: 3, queue });
    await until(() => now === 3, "three jobs at once");
    const looksBefore = looks;
    await until(() => looks >= looksBefore + 3, "looks at what is queued");
    gate.open();
    for (const job of jobs) await finished(store, job);
    await runner.stop();
    assert.equal(most, 3);
  });
});

/** Test helper. Creates work for several workers, and a list of the workers in the order in which jobs reach them. */
function notedPlaces(compute: (jobId: string, signal: AbortSignal | undefined) => Promise<unknown>): {
  readonly places: readonly string[];
  readonly workAt: (place: string) => ReturnType<typeof scriptedWork>;
} {
  const places: string[] = [];
  const workAt = (place: string): ReturnType<typeof scriptedWork> =>
    scriptedWork(async ({ task, options: { signal } }) => {
      places.push(place);
      await compute(task.id, signal);
      return null;
    });
  return { places, workAt };
}

function accountsOf(store: Store): Promise<readonly AccountId[]> {
  const emails = ["ada", "bob", "eve", "dan"].map((name) => `${name}@example.com`);
  return Promise.all(emails.map(async (email) => (await accountWithCredentials(store, email)).account.id));
}
