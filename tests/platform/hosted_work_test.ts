import assert from "node:assert/strict";
import { loadConfig } from "../../src/config.ts";
import { createDependencies } from "../../src/dependencies.ts";
import { HostedWork } from "../../src/hosted_work.ts";
import type { MailTransport } from "../../src/mail/mail_transport.ts";
import type { Store } from "../../src/store/open_store.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { DEADLINE_MS, inTime, until } from "../support/until.ts";

Deno.test(
  testInTurn(
    "a minute takes jobs no longer than its time, also where the instance computes for its requests",
    () =>
      withStore(async ({ store }) => {
        const { account } = await accountWithCredentials(store);
        await submittedJob(store, account.id);
        // Another process holds the job and is silent, so the job runner of the instance stays until its lease is over.
        assert.ok(await store.jobQueue.claim(null));
        const work = workOf(store, { workers: 1, mail: null, minuteTakesMs: 100, leaseMs: 10 * DEADLINE_MS });
        work.begin();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await inTime(work.minute(), () => "the end of the minute");
        await work.stop();
      }),
  ),
);

Deno.test(
  testInTurn(
    "an instance without workers takes back the job of a process that died",
    () =>
      withStore(async ({ store }) => {
        const { account } = await accountWithCredentials(store);
        const { id } = await submittedJob(store, account.id);
        assert.ok(await store.jobQueue.claim(null));
        const work = workOf(store, { workers: 0, mail: null, minuteTakesMs: DEADLINE_MS, leaseMs: 200 });
        await work.minute();
        assert.equal((await store.jobs.get(account.id, id)).status, "queued");
        await work.stop();
      }),
  ),
);

Deno.test("an instance that ends lets a minute finish the mail that it is sending", () =>
  withStore(async ({ store, list }) => {
    await accountWithCredentials(store);
    const events: string[] = [];
    const begun = Promise.withResolvers<void>();
    const mail: MailTransport = {
      async deliver() {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 200));
        events.push("delivered");
      },
      close: () => void events.push("closed"),
    };
    const work = workOf(store, { workers: 0, mail, minuteTakesMs: DEADLINE_MS, leaseMs: DEADLINE_MS });
    const minute = work.minute();
    await begun.promise;
    await work.stop();
    assert.deepEqual(events, ["delivered", "closed"]);
    await until(async () => !(await list()).some((key) => key.includes("due_mails")), "the mail to be noted as sent");
    await minute;
  }));

interface WorkOptions {
  readonly workers: number;
  readonly mail: MailTransport | null;
  readonly minuteTakesMs: number;
  readonly leaseMs: number;
}

function workOf(store: Store, { workers, mail, ...timing }: WorkOptions): HostedWork {
  const config = loadConfig({ DATA_DIR: "unused", WORKERS: String(workers), LOG_LEVEL: "error" }, { cores: 1 });
  const dependencies = createDependencies({ config, repositories: store, signingKeys: null });
  return new HostedWork(dependencies, { mail, dependencies: () => Promise.resolve(dependencies), ...timing });
}
