import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  mailTo,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { until } from "../../tests/support/until.ts";
import type { AccountId } from "../domain/identifier.ts";
import { adoptChunks, writeChunks } from "./chunks.ts";
import { keys } from "./keys.ts";
import { maintenance } from "./maintenance.ts";
import type { MailRecord } from "./records.ts";
import { put, transaction, write } from "./transaction.ts";
import type { EncodedKv } from "./encoded_kv.ts";

Deno.test("deleting an account removes all of its entries from the store, and no others", () =>
  withStore(async (context) => {
    await ownEverything(context, "bob@example.com");
    await context.store.maintenance.sweep();
    const before = await owned(context);
    const account = await ownEverything(context, "ada@example.com");
    assert.ok((await owned(context)).length > before.length + 30);
    await context.store.accounts.delete(account);
    await context.store.maintenance.sweep();
    assert.deepEqual(await owned(context), before);
  }));

Deno.test("an account deletion whose sweep is killed after any of its writes is completed by the next sweep", () =>
  withStore(async (context) => {
    await ownEverything(context, "bob@example.com");
    await context.store.maintenance.sweep();
    const before = await owned(context);
    let [commits, isFinished] = [0, false];
    for (; !isFinished; commits++) {
      const account = await ownEverything(context, "ada@example.com");
      await context.store.accounts.delete(account);
      const dying = maintenance({ ...context, kv: stoppingAfter(context.kv, commits) }, context.store);
      isFinished = await dying.sweep().then(() => true, (error) => {
        assert.equal(error.message, "killed");
        return false;
      });
      await context.store.maintenance.sweep();
      assert.deepEqual(await owned(context), before, `killed after ${commits} writes`);
    }
    assert.ok(commits >= 4, "the sweep took one write: the test shows nothing");
  }));

Deno.test(
  testInTurn(
    "after a kill during an account deletion its credentials stay refused, and the next sweep completes it",
    () =>
      withStore(async (context) => {
        const { store, kv, list } = context;
        await ownEverything(context, "bob@example.com");
        await context.store.maintenance.sweep();
        const before = await owned({ list });
        const ada = await accountWithCredentials(store);
        await fill(context, ada.account.id, 2_000);
        await store.accounts.delete(ada.account.id);
        const deleted = await owned({ list });

        const killedAt: number[] = [];
        for (let kill = 0; kill < 3; kill++) killedAt.push(await killDuringSweep(context));

        assert.ok(
          killedAt.every((left) => left > before.length && left < deleted.length),
          `${killedAt}`,
        );
        assert.equal(await store.apiKeys.authenticate(ada.key.id, "digest"), null);
        assert.equal(await store.sessions.authenticate(ada.account.id, ada.session.id), null);
        assert.notEqual((await kv.get(keys.accountDeletion(ada.account.id))).value, null);
        await store.maintenance.sweep();
        assert.deepEqual(await owned({ list }), before);
      }),
  ),
);

Deno.test("two processes that sweep at once complete an account deletion together", () =>
  withStore(async (context) => {
    const before = await owned(context);
    const account = await ownEverything(context, "ada@example.com");
    await context.store.accounts.delete(account);
    const other = await context.openAgain();
    await Promise.all([context.store.maintenance.sweep(), other.maintenance.sweep()]);
    assert.deepEqual(await owned(context), before);
  }));

Deno.test("a sweep that is aborted leaves the rest of an account deletion to the next one", () =>
  withStore(async (context) => {
    const before = await owned(context);
    const account = await ownEverything(context, "ada@example.com");
    await context.store.accounts.delete(account);
    await context.store.maintenance.sweep(AbortSignal.abort());
    assert.ok((await owned(context)).length > before.length);
    await context.store.maintenance.sweep();
    assert.deepEqual(await owned(context), before);
  }));

Deno.test("a new account with the e-mail address of a deleted one keeps it when the deleted account is swept", () =>
  withStore(async ({ store }) => {
    const old = await accountWithCredentials(store);
    await store.accounts.delete(old.account.id);
    const { account } = await accountWithCredentials(store);
    await store.maintenance.sweep();
    assert.equal((await store.accounts.findByEmail("ada@example.com"))?.account.id, account.id);
  }));

Deno.test("a run that is claimed while its deleted account is swept leaves no entry", () =>
  withStore(async (context) => {
    const { store } = context;
    const before = await owned(context);
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    await store.accounts.delete(account.id);
    const kv = changedAfterFirstLook(context.kv, keys.owned(account.id), async () => {
      assert.ok(await store.jobQueue.claim(null));
    });
    await maintenance({ ...context, kv }, store).sweep();
    assert.deepEqual(await owned(context), before);
  }));

Deno.test("a due entry of a mail whose account was deleted is removed by the next claim", () =>
  withStore(async ({ store, kv, clock, list, random }) => {
    const { account } = await accountWithCredentials(store);
    await store.accounts.delete(account.id);
    await store.maintenance.sweep();
    await write({ kv, random }, [put(keys.dueMail(clock.nowMs, "mail_late"), account.id)]);
    assert.deepEqual(await store.mails.claim({ limit: 10, leaseMs: 1_000 }), []);
    assert.deepEqual((await owned({ list })).filter((key) => key.includes("due_mails")), []);
  }));

/** Test helper. Creates an account that owns at least one record of every kind that an account can own. */
async function ownEverything(context: TemporaryStore, email: string): Promise<AccountId> {
  const { store, clock } = context;
  const { account, refreshDigest } = await accountWithCredentials(store, email);
  const { id } = account;
  await store.sessions.rotate(refreshDigest, `second of ${email}`);
  await store.sessions.rotate(`second of ${email}`, `third of ${email}`);
  await store.oneTimeTokens.issue(id, { purpose: "password_reset", digest: `reset of ${email}`, mail: mailTo(email) });
  await ownMails(context, id, email);
  await ownJobs(context, id);
  await ownChunks(context, id);
  const bucket = { rule: "rest", subject: id, windowStart: clock.nowMs, windowEnd: clock.nowMs + 60_000 };
  await store.rateLimits.lease(bucket, { count: 10, limit: 100 });
  return id;
}

/** Test helper. Adds two due mails and one undeliverable mail to the account. */
async function ownMails({ store, kv, random }: TemporaryStore, accountId: AccountId, email: string): Promise<void> {
  await store.mails.enqueue(accountId, mailTo(email));
  const mail = await store.mails.enqueue(accountId, mailTo(email));
  const entry = await kv.get<MailRecord>(keys.mail(accountId, mail.id));
  const tried = { ...mail, attempts: 9 };
  await write({ kv, random }, [put(entry.key, { ...entry.value, ...tried })]);
  assert.equal(await store.mails.fail({ mail: tried }, "Refused"), "undeliverable");
}

async function ownJobs({ store }: TemporaryStore, accountId: AccountId): Promise<void> {
  for (const kind of ["optimization", "monte_carlo", "backtest"] as const) {
    await submittedJob(store, accountId, { kind });
  }
}

/** Test helper. Writes one chunk set without a record and one with a record. */
async function ownChunks(context: TemporaryStore, accountId: AccountId): Promise<void> {
  await writeChunks(context, accountId, new Uint8Array(150_000));
  const set = await writeChunks(context, accountId, new Uint8Array(150_000));
  await transaction(context, async (read) => {
    const adopted = await adoptChunks(read, set);
    const record = put([...keys.owned(accountId), "artifacts", set.id], set);
    return { ...adopted, mutations: [...adopted.mutations, record], result: null };
  });
}

async function fill(context: TemporaryStore, accountId: AccountId, entries: number): Promise<void> {
  for (let first = 0; first < entries; first += 500) {
    const indexes = Array.from({ length: 500 }, (_, index) => first + index);
    await write(context, indexes.map((index) => put([...keys.owned(accountId), "artifacts", index], 1)));
  }
}

/**
 * Test helper. Runs a sweep in another process, and kills it after it has begun to delete and before it ends. Returns
 * the number of remaining entries.
 */
async function killDuringSweep({ kv, list, path, clock }: TemporaryStore): Promise<number> {
  const before = await firstOwned(kv);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--unstable-kv",
      "--allow-read",
      "--allow-write",
      script("sweep_process.ts"),
      path,
      `${clock.nowMs}`,
      "3",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await until(async () => await firstOwned(kv) !== before, "the first deletions");
  child.kill("SIGKILL");
  assert.equal((await child.status).signal, "SIGKILL");
  return (await owned({ list })).length;
}

/** Test helper. Returns the key of the first entry that is left of a deleted account; null if none is left. */
async function firstOwned(kv: EncodedKv): Promise<string | null> {
  for await (const { value } of kv.list<{ accountId: AccountId }>({ prefix: keys.accountDeletions }, { limit: 1 })) {
    for await (const { key } of kv.list({ prefix: keys.owned(value.accountId) }, { limit: 1 })) return key.join(" ");
  }
  return null;
}

function script(name: string): string {
  return new URL(`../../tests/support/${name}`, import.meta.url).href;
}

/**
 * Test helper. Wraps a KV so that `change` runs after the first list of a prefix was read and before its entries are
 * returned.
 */
function changedAfterFirstLook(kv: EncodedKv, prefix: Deno.KvKey, change: () => Promise<void>): EncodedKv {
  let isFirst = true;
  const list = async function* (selector: Deno.KvListSelector): AsyncGenerator<Deno.KvEntry<unknown>> {
    const entries = await Array.fromAsync(kv.list(selector));
    if (isFirst && "prefix" in selector && JSON.stringify(selector.prefix) === JSON.stringify(prefix)) {
      isFirst = false;
      await change();
    }
    yield* entries;
  };
  return new Proxy(kv, {
    get(target, name) {
      if (name === "list") return list;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** Test helper. Lists every key of the store except the counters of an e-mail address, which outlive its account. */
async function owned({ list }: { list(): Promise<string[]> }): Promise<string[]> {
  return (await list()).filter((key) => !/^\["(mails_in_minute|meters_of_address)"/.test(key));
}
