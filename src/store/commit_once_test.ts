import assert from "node:assert/strict";
import { answerLosingKv, type Loss } from "../../tests/support/answer_losing_kv.ts";
import {
  type Answer,
  everyArtifactOperation,
  everyStoreOperation,
  notedStore,
} from "../../tests/support/every_store_operation.ts";
import { hasObjectServer, type ObjectBucket, objectBucket } from "../../tests/support/object_server.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  signUpOf,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import { fullTest, partOf, testedCases, testInTurn } from "../../tests/support/tier.ts";
import { DomainError } from "../domain/errors.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { bucketArtifactStore } from "./artifacts_s3.ts";
import { closingEntry } from "./closed_store.ts";
import type { StoreContext } from "./context.ts";
import { type EncodedKv, encodedKv } from "./encoded_kv.ts";
import { keys } from "./keys.ts";
import { type Repositories, repositories } from "./mod.ts";
import { put, transaction, write } from "./transaction.ts";

const LARGE = { config: new Uint8Array(900_000) };
const COUNTER = ["test", "counter"];
const LOSSES: readonly Loss[] = ["sent again", "thrown", "late"];

/**
 * Store methods that the test of lost answers does not call: parts of other operations, and work that ends with the
 * process.
 */
const NOT_CALLED = [
  "artifacts.adopt",
  "artifacts.letGo",
  "artifacts.release",
  "artifacts.sweep",
  "artifacts.deleteAccount",
  "jobQueue.isEmpty",
  "jobQueue.length",
  "jobQueue.listen",
  "jobQueue.isAnyQueued",
  "maintenance.turn",
  "marketDataCache.lists",
  "marketDataCache.series",
  "marketDataCache.sweep",
  "meters.runningAtMost",
  "uploads.sweep",
];

const plainly = once(() => used(null));
for (const lost of testedCases(LOSSES)) {
  Deno.test(
    testInTurn(
      `every store operation takes effect exactly once, although each commit loses its answer (${lost})`,
      async () => {
        const [plain, cut] = [await plainly(), await used(lost)];
        assert.deepEqual(cut.answers, plain.answers);
        assert.deepEqual(cut.entries, plain.entries);
        assert.ok(plain.entries.length > 100, "the store was hardly used: the test shows nothing");
      },
    ),
  );
}

Deno.test({
  name: "artifact operations with a bucket take effect exactly once, although commits lose their answers",
  ignore: !hasObjectServer(),
  async fn() {
    const plain = await usedWithBucket(null, everyArtifactOperation);
    assert.ok(plain.objects.length > 0, "nothing was written to the bucket: the test shows nothing");
    for (const lost of partOf(LOSSES)) {
      assert.deepEqual(await usedWithBucket(lost, everyArtifactOperation), plain, lost);
    }
  },
});

if (hasObjectServer()) {
  Deno.test(
    fullTest("every store operation with a bucket takes effect exactly once, although commits lose their answers", {
      heldBy: "artifact operations with a bucket take effect exactly once, although commits lose their answers",
    }, async () => {
      const plain = await usedWithBucket(null, everyStoreOperation);
      assert.ok(plain.objects.length > 0, "nothing was written to the bucket: the test shows nothing");
      for (const lost of LOSSES) assert.deepEqual(await usedWithBucket(lost, everyStoreOperation), plain, lost);
    }),
  );
}

Deno.test("the tests of lost answers call every operation of the store except the listed ones", () =>
  withStore(async ({ store }) => {
    const { close: _, reconciliation: __, ...entities } = store;
    const all = Object.entries(entities).flatMap(([name, entity]) =>
      Object.keys(entity).map((method) => `${name}.${method}`)
    );
    const called = new Set((await plainly()).answers.map(({ operation }) => operation));
    assert.deepEqual(all.filter((operation) => !called.has(operation)).sort(), NOT_CALLED.toSorted());
  }));

for (const lost of LOSSES) {
  Deno.test(`a sign-up that loses its answer (${lost}) does not conflict with its own e-mail address`, () =>
    withStore(async (context) => {
      const { user } = await losing(context, lost).accounts.signUp(signUpOf("ada@example.com"));
      assert.equal(user.email, "ada@example.com");
    }));

  Deno.test(`a session refresh that loses its answer (${lost}) keeps the session valid`, () =>
    withStore(async (context) => {
      const { account, session, refreshDigest } = await accountWithCredentials(context.store);
      await losing(context, lost).sessions.rotate(refreshDigest, "next");
      assert.ok(await context.store.sessions.authenticate(account.id, session.id));
      await context.store.sessions.rotate("next", "and the next");
    }));

  Deno.test(`a submission without idempotency key that loses its answer (${lost}) makes one run and is metered once`, () =>
    withStore(async (context) => {
      const { account } = await accountWithCredentials(context.store);
      const store = losing(context, lost);
      const jobs = [await submittedJob(store, account.id), await submittedJob(store, account.id, {}, LARGE)];
      assert.equal((await context.store.meters.usage(account.id))[0].used, 2);
      assert.equal((await context.store.meters.storage(account.id)).usedBytes, 2 + LARGE.config.length);
      const history = await context.store.jobs.listHistory(account.id, "optimization", {}, { limit: 10, cursor: null });
      assert.deepEqual(history.items.map(({ id }) => id), jobs.map(({ id }) => id).reverse());
    }));

  Deno.test(`a claim of a run that loses its answer (${lost}) uses only one attempt of the run`, () =>
    withStore(async (context) => {
      const { account } = await accountWithCredentials(context.store);
      const { id } = await submittedJob(context.store, account.id);
      const lease = await losing(context, lost).jobQueue.claim(null);
      assert.deepEqual([lease?.jobId, lease?.attempt], [id, 1]);
      assert.equal(await context.store.jobQueue.claim(null), null);
    }));

  Deno.test(`a deletion that loses its answer (${lost}) succeeds instead of reporting not_found`, () =>
    withStore(async (context) => {
      const { account, key, client } = await accountWithCredentials(context.store);
      const store = losing(context, lost);
      await store.apiKeys.delete(account.id, key.id);
      await store.apiClients.delete(account.id, client.id);
      await store.accounts.delete(account.id);
      assert.equal(await context.store.accounts.find(account.id), null);
    }));
}

Deno.test("a commit is recognised as done although another process has changed everything that it wrote", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const claimAndCancel = async (): Promise<void> => {
      const lease = await store.jobQueue.claim(null);
      if (lease !== null) await store.jobs.cancel(account.id, lease.jobId);
    };
    await submittedJob(losing(context, "sent again", claimAndCancel), account.id);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    assert.equal(await store.jobQueue.claim(null), null);
  }));

Deno.test("a write without checks that is sent twice does not undo what another process wrote in between", () =>
  withStore(async (context) => {
    const other = () => write(context, [put(keys.writeProbe, "other")]);
    await write(losingContext(context, "sent again", other), [put(keys.writeProbe, "first")]);
    assert.equal((await context.kv.get(keys.writeProbe)).value, "other");
  }));

Deno.test("increments by clients that lose every answer are each counted exactly once", () =>
  withStore(async (context) => {
    const clients = LOSSES.map((lost) => losingContext(context, lost));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        transaction(clients[index % clients.length], async (read) => {
          const entry = await read.get<number>(COUNTER);
          return { checks: [entry], mutations: [put(entry.key, (entry.value ?? 0) + 1)], result: null };
        })),
    );
    assert.equal((await context.kv.get<number>(COUNTER)).value, 40);
  }));

Deno.test("a commit mark is always written and checked, and never makes a commit check more than ten entries", () =>
  withStore(async (context) => {
    const checked: number[] = [];
    const kv: EncodedKv = {
      ...context.kv,
      async commit(atomicWrite) {
        checked.push(atomicWrite.checks.length);
        return await context.kv.commit(atomicWrite);
      },
    };
    for (const length of [0, 8]) {
      const checks = Array.from({ length }, (_, index) => ({ key: ["test", length, index], versionstamp: null }));
      const mutations = [put(["test", length, 0], length)];
      await transaction(
        { ...context, kv, mayLoseAnswers: true, closingEntry: closingEntry(context) },
        () => Promise.resolve({ checks, mutations, result: null }),
      );
    }
    assert.deepEqual(checked, [2, 10]);
    assert.equal((await context.list()).filter((key) => key.includes("commit_marks")).length, 2);
  }));

Deno.test("a write that reaches the database after it was refused at its deadline has no effect", () =>
  withStore(async (context) => {
    const onItsWay: (() => Promise<boolean>)[] = [];
    const kv: EncodedKv = {
      ...context.kv,
      async commit(atomicWrite) {
        if (onItsWay.length > 0) return await context.kv.commit(atomicWrite);
        onItsWay.push(() => context.kv.commit(atomicWrite));
        throw new DomainError("not_ready", "The service cannot reach its store now: try again later");
      },
    };
    const slow = { ...context, kv, mayLoseAnswers: true };
    await assert.rejects(write(slow, [put(COUNTER, "late")]), { code: "not_ready" });
    assert.deepEqual(await Promise.all(onItsWay.map((arrive) => arrive())), [false]);
    assert.equal((await context.kv.get(COUNTER)).value, null);
  }));

Deno.test("a write is recognised as done although the answer to every commit is late", () =>
  withStore(async (context) => {
    const kv: EncodedKv = {
      ...context.kv,
      async commit(atomicWrite) {
        await context.kv.commit(atomicWrite);
        throw new DomainError("not_ready", "The service cannot reach its store now: try again later");
      },
    };
    await write({ ...context, kv, mayLoseAnswers: true }, [put(COUNTER, 1)]);
    assert.equal((await context.kv.get(COUNTER)).value, 1);
  }));

Deno.test("an error before the commit of a write is thrown unchanged", () =>
  withStore(async (context) => {
    const kv = { ...context.kv, commit: () => Promise.reject(new TypeError("connection refused")) };
    await assert.rejects(write({ ...context, kv, mayLoseAnswers: true }, [put(keys.writeProbe, 1)]), {
      message: "connection refused",
    });
  }));

Deno.test("after a commit that failed nothing of its write has happened", () =>
  withStore(async (context) => {
    const entries = async () => (await context.list()).filter((key) => !key.includes("commit_marks"));
    const before = await entries();
    let commits = 0;
    const kv: EncodedKv = {
      ...context.kv,
      async commit(atomicWrite) {
        if (++commits === 1) throw new TypeError("connection refused");
        return await context.kv.commit(atomicWrite);
      },
    };
    const { accounts } = repositories({ ...context, kv, mayLoseAnswers: true }, {
      planLimits: PLAN_LIMITS,
      artifactObjects: null,
    });
    await assert.rejects(accounts.signUp(signUpOf("ada@example.com")), { message: "connection refused" });
    assert.equal(commits, 2, "the failed commit and the one that blocks it");
    assert.deepEqual(await entries(), before);
    assert.equal((await accounts.signUp(signUpOf("ada@example.com"))).user.email, "ada@example.com");
  }));

Deno.test("artifact operations on a database file, whose answers cannot be lost, leave no commit marks", () =>
  withStore(async ({ store, clock, list }) => {
    await everyArtifactOperation(store, laterBy(clock));
    assert.deepEqual((await list()).filter((key) => key.includes("commit_marks")), []);
  }));

Deno.test(fullTest("no operation on a database file leaves commit marks", {
  heldBy: "artifact operations on a database file, whose answers cannot be lost, leave no commit marks",
}, () =>
  withStore(async ({ store, clock, list }) => {
    await everyStoreOperation(store, laterBy(clock));
    assert.deepEqual((await list()).filter((key) => key.includes("commit_marks")), []);
  })));

/** Test helper. Creates the repositories of a process that loses the answers to its commits. */
function losing(context: TemporaryStore, lost: Loss, meanwhile?: () => Promise<void>): Repositories {
  return repositories(losingContext(context, lost, meanwhile), { planLimits: PLAN_LIMITS, artifactObjects: null });
}

function losingContext(
  { rawKv, clock, random }: TemporaryStore,
  lost: Loss,
  meanwhile?: () => Promise<void>,
): StoreContext {
  const kv = encodedKv(answerLosingKv(rawKv, { lost, ...meanwhile === undefined ? {} : { meanwhile } }));
  return { kv, clock, random, mayLoseAnswers: true };
}

/**
 * Test helper. Runs `operate`, by default every store operation, on a fresh store. Returns the answers of all
 * operations, and all entries left in the store except commit marks.
 */
async function used(
  lost: Loss | null,
  { server = null, operate = everyStoreOperation }: {
    readonly server?: ObjectBucket | null;
    readonly operate?: typeof everyStoreOperation;
  } = {},
): Promise<{ answers: readonly Answer[]; entries: unknown[] }> {
  const answers: Answer[] = [];
  const entries: unknown[] = [];
  await withStore(async (temporary) => {
    const context: StoreContext = { ...temporary, random: countedChance(), mayLoseAnswers: true };
    const losing = { ...context, kv: lost === null ? context.kv : losingContext(temporary, lost).kv };
    const artifactObjects = server && bucketArtifactStore(losing, server.bucket);
    const store = repositories(losing, { planLimits: PLAN_LIMITS, artifactObjects });
    await operate(notedStore(store, answers), laterBy(temporary.clock));
    for await (const { key, value } of context.kv.list({ prefix: [] })) {
      if (key[0] !== "commit_marks") entries.push([key, value]);
    }
  });
  return { answers, entries };
}

async function usedWithBucket(lost: Loss | null, operate: typeof everyStoreOperation) {
  const server = await objectBucket();
  return { ...await used(lost, { server, operate }), objects: (await server.keys()).toSorted() };
}

/** Returns a function that calls `make` at its first call, and returns the same promise at every call. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => made ??= make();
}

/** Test helper. Creates a deterministic random source, so that the contents of two stores can be compared. */
function countedChance(): StoreContext["random"] {
  let counted = 0;
  return {
    bytes: (length) => new Uint8Array(length).fill(++counted),
    ulid: () => `01K${(++counted).toString().padStart(23, "0")}`,
  };
}

function laterBy(clock: TemporaryStore["clock"]): Parameters<typeof everyStoreOperation>[1] {
  return { host: "example.com", later: (ms) => clock.nowMs += ms };
}
