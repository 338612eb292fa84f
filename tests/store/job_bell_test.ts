import assert from "node:assert/strict";
import type { Job } from "../../src/domain/job.ts";
import type { JobQueue } from "../../src/store/job_queue.ts";
import type { Repositories } from "../../src/store/mod.ts";
import { countedPostgres } from "../support/counted_store.ts";
import { hasPostgres, newPostgresPath, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";
import { Gate, rejection, runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { signUpOf } from "../support/temporary_store.ts";
import { DEADLINE_MS, until } from "../support/until.ts";

sharesPostgres();

const clock = { now: () => Date.now() };
/** A runner with these pauses looks for work only once within the time of a test, unless it hears a bell. */
const NEVER_LOOKS = { pauseMs: () => DEADLINE_MS };

/** Test helper. Wraps a queue so that `heard` is set as long as messages of other processes arrive. */
function listening(queue: JobQueue, state: { heard: boolean }): JobQueue {
  return {
    ...queue,
    listen: (ring, { onReach, ...options } = {}) => {
      const noted = (isReached: boolean): void => {
        state.heard = isReached;
        onReach?.(isReached);
      };
      return queue.listen(ring, { ...options, onReach: noted });
    },
  };
}

/** Test helper. Registers a test with a submitting process and another one that may run jobs. */
function withProcesses(
  name: string,
  test: (processes: Awaited<ReturnType<typeof twoProcesses>>) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: !hasPostgres(),
    async fn() {
      await using processes = await twoProcesses();
      await test(processes);
    },
  });
}

async function twoProcesses() {
  await using open = new AsyncDisposableStack();
  const path = newPostgresPath();
  const accepting = open.use(await countedPostgres(path)), computing = open.use(await countedPostgres(path));
  const { account } = await accepting.store.accounts.signUp(signUpOf("ada@example.com"));
  const [state, closing] = [{ heard: false }, open.move()];
  return {
    accepting,
    computing,
    state,
    account: account.id,
    schema: new URL(path).searchParams.get("schema") ?? "",
    queue: listening(computing.store.jobQueue, state),
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  };
}

withProcesses("a job of another process starts by its bell alone, without a look for work", async (processes) => {
  const { accepting: { store }, computing, state, account, queue } = processes;
  const runner = runningJobs(computing.store, { work: [scriptedWork()], clock, timing: NEVER_LOOKS, queue });
  await until(() => state.heard, "the bell");
  for (let count = 0; count < 3; count++) await succeeded(store, await submittedJob(store, account));
  await runner.stop();
});

withProcesses("a cancellation in another process stops the computation by the bell alone", async (processes) => {
  const { accepting: { store }, computing, state, account, queue } = processes;
  const gate = new Gate();
  const work = scriptedWork(async ({ options: { signal } }) => {
    await Promise.race([gate.pass(), rejection(signal)]);
    return null;
  });
  const timing = { ...NEVER_LOOKS, progressMs: DEADLINE_MS };
  const runner = runningJobs(computing.store, { work: [work], clock, timing, queue });
  await until(() => state.heard, "the bell");
  const job = await submittedJob(store, account);
  await gate.reached;
  await store.jobs.cancel(account, job.id);
  await until(() => runner.counts.get("jobs.finished optimization fenced") === 1, "the end of the attempt");
  await runner.stop();
});

withProcesses("a job that a stopping process gives back starts elsewhere by the bell alone", async (processes) => {
  const { accepting, computing, state, account, queue } = processes;
  const gate = new Gate();
  const work = scriptedWork(async ({ options: { signal } }) => {
    await Promise.race([gate.pass(), rejection(signal)]);
    return null;
  });
  const job = await submittedJob(accepting.store, account);
  const stopping = runningJobs(accepting.store, { work: [work], clock });
  await gate.reached;
  const runner = runningJobs(computing.store, { work: [scriptedWork()], clock, timing: NEVER_LOOKS, queue });
  await until(() => state.heard, "the bell");
  await stopping.stop();
  await succeeded(accepting.store, job);
  await runner.stop();
});

withProcesses(
  "a runner that hears the bell reads the leases no more often than it looks for work",
  async (processes) => {
    const { accepting: { store }, computing, state, account, queue } = processes;
    let looks = 0;
    const runner = runningJobs(computing.store, {
      work: [scriptedWork()],
      clock,
      timing: NEVER_LOOKS,
      queue: { ...queue, leases: () => queue.leases().finally(() => looks++) },
    });
    await until(() => state.heard, "the bell");
    const before = looks;
    for (let count = 0; count < 5; count++) await succeeded(store, await submittedJob(store, account));
    assert.ok(looks - before <= 1, `${looks - before} looks`);
    await runner.stop();
  },
);

withProcesses(
  "a runner whose bell broke looks for work as often as without one, and hears it again",
  async (processes) => {
    const { accepting: { store }, computing, state, account, queue, schema } = processes;
    const timing = { pauseMs: (hearsAll: boolean) => hearsAll ? DEADLINE_MS : 20 };
    const runner = runningJobs(computing.store, { work: [scriptedWork()], clock, timing, queue });
    const breakBell = (): Promise<string> =>
      sharedPostgres().sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN ${schema}_jobs'`,
      );
    for (let count = 0; count < 2; count++) {
      await until(() => state.heard, "the bell");
      await breakBell();
      await until(() => !state.heard, "the end of the bell");
      await succeeded(store, await submittedJob(store, account));
    }
    await runner.stop();
  },
);

async function succeeded({ jobs }: Repositories, { accountId, id }: Job): Promise<void> {
  await until(async () => (await jobs.get(accountId, id)).status === "succeeded", "the job");
}
