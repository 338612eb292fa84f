import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  mailTo,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import type { AccountId } from "../domain/identifier.ts";
import { DAY_MS, HOUR_MS } from "../domain/instant.ts";
import type { Job } from "../domain/job.ts";
import { PLAN_LIMITS, type PlanName } from "../domain/plan.ts";
import { type EndingRuns, endOfRun, type Retention, UNLIMITED_RETENTION } from "../domain/retention.ts";
import { repositories } from "./mod.ts";

const DAYS = 30;

retentionTest(
  "a finished run is deleted when its time is over, a week or more after a notice, and not before",
  async (context, told) => {
    const { store, clock } = context, account = await accountOn(context, "free");
    const run = await finishedRun(context, account);
    const end = clock.nowMs + DAYS * DAY_MS;
    assert.equal(endOfRun(run), end, "the run shows its end as soon as it has finished");
    const running = await submittedJob(store, account);
    for (; clock.nowMs < end; clock.nowMs += DAY_MS) {
      await store.maintenance.sweep();
      assert.equal(endOfRun(await store.jobs.get(account, run.id)), end);
    }
    assert.deepEqual(told.map(({ runs, from }) => [runs, from]), [[1, end]]);
    assert.ok(told[0].at <= end - 7 * DAY_MS, "the notice came a week before");
    await store.maintenance.sweep();
    await assert.rejects(store.jobs.get(account, run.id), { code: "not_found" });
    clock.nowMs += 100 * DAY_MS;
    await sweepFor(context, 20);
    assert.equal((await store.jobs.get(account, running.id)).status, "queued", "a run that has not finished is kept");
    assert.equal(told.length, 1);
  },
);

retentionTest("a run without an end, from before the setting, is told a week before it goes", async (context, told) => {
  const { clock } = context, account = await accountOn(context, "free");
  const before = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
  const runs = [
    await finishedRun({ ...context, store: before }, account),
    await finishedRun({ ...context, store: before }, account),
  ];
  assert.equal(endOfRun(runs[0]), null);
  clock.nowMs += 400 * DAY_MS;
  const end = clock.nowMs + 7 * DAY_MS;
  await context.store.maintenance.sweep();
  assert.deepEqual(told.map(({ runs, from }) => [runs, from]), [[2, end]]);
  for (const { id } of runs) assert.equal(endOfRun(await context.store.jobs.get(account, id)), end);
  await sweepFor(context, 6);
  assert.equal(await runsOf(context, account), 2);
  await sweepFor(context, 2);
  assert.equal(await runsOf(context, account), 0);
});

retentionTest(
  "a better plan keeps runs longer, and a later return to the old one deletes none without a new notice",
  async (context, told) => {
    const { store, clock } = context, account = await accountOn(context, "free");
    await finishedRun(context, account);
    await sweepFor(context, 20);
    assert.equal(told.length, 1);
    await store.accounts.setPlan(account, "enterprise");
    clock.nowMs += 55 * DAY_MS;
    await sweepFor(context, 3);
    assert.deepEqual([await runsOf(context, account), told.length], [1, 1]);
    await store.accounts.setPlan(account, "free");
    const from = clock.nowMs + DAY_MS + 7 * DAY_MS;
    await sweepFor(context, 1);
    assert.deepEqual([await runsOf(context, account), told.at(-1)?.from], [1, from]);
    await sweepFor(context, 8);
    assert.equal(await runsOf(context, account), 0);
  },
);

retentionTest("a run ends with its simulations, and not while one of them is unfinished", async (context) => {
  const { store, clock } = context, account = await accountOn(context, "free");
  const run = await finishedRun(context, account);
  await sweepFor(context, 29);
  const child = await submittedJob(store, account, { kind: "monte_carlo", parentRunId: run.id });
  await sweepFor(context, 5);
  assert.equal(await runsOf(context, account), 1);
  await store.jobs.cancel(account, child.id);
  await sweepFor(context, 1);
  await assert.rejects(store.jobs.get(account, child.id), { code: "not_found" });
  assert.equal(await runsOf(context, account), 0);
  clock.nowMs += 2 * HOUR_MS;
  await store.maintenance.sweep();
  const left = (await context.list()).filter((key) => /job_configs|chunks|stored_bytes|kept_inputs|artifact/.test(key));
  assert.deepEqual(left, []);
});

retentionTest("owners get at most one notice a week, by mail to a confirmed address", async (context, told) => {
  const { store, clock } = context, account = await accountOn(context, "free");
  for (let day = 0; day < 28; day++) {
    await finishedRun(context, account);
    clock.nowMs += DAY_MS;
  }
  await sweepFor(context, 28);
  assert.ok(told.length <= 6, `${told.length} notices`);
  assert.equal(told.reduce((sum, { runs }) => sum + runs, 0), 28, "each run is told once");
  const mails = (await store.mails.claim({ limit: 50, leaseMs: 1_000 })).map(({ mail }) => mail.subject);
  assert.equal(mails.filter((subject) => subject === "ending").length, told.length);
});

retentionTest(
  "a sweep that is killed anywhere deletes no run without a notice, and the next ones end the work",
  async (context, told) => {
    const { clock } = context, account = await accountOn(context, "free");
    const retention = noticing(context, told);
    for (let run = 0; run < 3; run++) await finishedRun(context, account);
    const end = clock.nowMs + DAYS * DAY_MS;
    for (let commits = 0; commits < 70; commits++, clock.nowMs += DAY_MS) {
      const kv = stoppingAfter(context.kv, commits % 6);
      const dying = repositories({ ...context, kv }, { planLimits: PLAN_LIMITS, artifactObjects: null, retention });
      await dying.maintenance.sweep().catch(() => {});
      if (clock.nowMs < end) assert.equal(await runsOf(context, account), 3);
    }
    assert.equal(await runsOf(context, account), 0);
    const [mail] = await context.store.mails.claim({ limit: 1, leaseMs: 1_000 });
    assert.ok(mail.mail.createdAt <= end - 7 * DAY_MS, "the notice came a week before");
  },
);

type Told = EndingRuns & { readonly at: number };

/** Runs a test with a store whose free plan keeps runs for 30 days, with a list of the notices that owners got. */
function retentionTest(name: string, test: (context: TemporaryStore, told: Told[]) => Promise<void>): void {
  Deno.test(name, async () => {
    const told: Told[] = [], holder: { context: TemporaryStore | null } = { context: null };
    const retention: Retention = {
      days: { ...UNLIMITED_RETENTION, free: DAYS },
      notice: (ending) => holder.context === null ? mailTo("") : noticing(holder.context, told).notice(ending),
    };
    await withStore(async (context) => {
      holder.context = context;
      await test(context, told);
    }, { retention });
  });
}

function noticing({ clock }: TemporaryStore, told: Told[]): Retention & { notice: NonNullable<Retention["notice"]> } {
  return {
    days: { ...UNLIMITED_RETENTION, free: DAYS },
    notice(ending) {
      told.push({ ...ending, at: clock.nowMs });
      return { subject: "ending", text: "", html: "" };
    },
  };
}

async function accountOn({ store }: TemporaryStore, plan: PlanName): Promise<AccountId> {
  const { account: { id } } = await accountWithCredentials(store);
  await store.accounts.verifyEmail(id);
  await store.accounts.setPlan(id, plan);
  return id;
}

/** Submits a run and lets it succeed without files. */
async function finishedRun(
  { store }: Pick<TemporaryStore, "store"> | { store: ReturnType<typeof repositories> },
  account: AccountId,
): Promise<Job> {
  const { id } = await submittedJob(store, account);
  const lease = await store.jobQueue.claim(null);
  assert.ok(lease);
  await store.jobQueue.beginUpload(lease);
  await store.jobQueue.succeed(lease, await store.artifacts.write(account, id, []));
  return await store.jobs.get(account, id);
}

/** Sweeps once a day for some days. */
async function sweepFor({ store, clock }: TemporaryStore, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.nowMs += DAY_MS;
    await store.maintenance.sweep();
  }
}

async function runsOf({ store }: TemporaryStore, account: AccountId): Promise<number> {
  return (await store.jobs.listHistory(account, "optimization", {}, { limit: 100, cursor: null })).items.length;
}
