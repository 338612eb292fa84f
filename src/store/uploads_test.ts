import assert from "node:assert/strict";
import {
  accountWithCredentials,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { uploadRepository } from "./uploads.ts";

const DRAFT = { name: null, kind: "prices", format: "csv", announcedBytes: null } as const;
const FACTS = { assets: 1, rows: 1, firstDay: "2024-01-01", lastDay: "2024-01-01" };
/** A file of three batches of chunks, and a history of two. */
const FILE = new Uint8Array(1_600_000).map((_, at) => at * at % 251);
const HISTORY = new Uint8Array(900_000).map((_, at) => at % 241);

Deno.test("a file that arrives in pieces of any size is read as it was sent", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    for (const size of [1 << 20, 65_536, 61_440, 7_919]) {
      const arrived = await store.uploads.write(account.id, piecesOf(FILE, size));
      assert.equal((await store.uploads.read(arrived))?.toBase64(), FILE.toBase64());
    }
    const empty = await store.uploads.write(account.id, piecesOf(new Uint8Array()));
    assert.equal((await store.uploads.read(empty))?.length, 0);
  }));

Deno.test("a process that is killed anywhere while a file arrives leaves nothing after the sweep, and the storage is right", () =>
  withStore(async (temporary) => {
    const { store, clock, list, ...context } = temporary;
    const { account } = await accountWithCredentials(store);
    let commits = 0;
    for (let isDone = false; !isDone; commits++) {
      const dying = uploadRepository({ ...context, clock, kv: stoppingAfter(context.kv, commits) }, PLAN_LIMITS);
      const { id } = await store.uploads.create(account.id, DRAFT);
      isDone = await received(dying, account.id, id).then(() => true, () => false);
      const { status } = await store.uploads.get(account.id, id);
      const isReady = status === "ready";
      assert.equal(await stored(store, account.id), isReady ? HISTORY.length : 0, `after ${commits} commits`);
      await store.uploads.delete(account.id, id);
      clock.nowMs += 2 * HOUR_MS;
      await store.maintenance.sweep();
      const rest = (await list()).filter((key) => /chunks|unadopted|kept_inputs|upload_ends/.test(key));
      assert.deepEqual(rest, [], `after ${commits} commits`);
      assert.equal(await stored(store, account.id), 0);
    }
    assert.ok(commits > 5, `${commits} commits`);
  }));

Deno.test("a file that arrives slowly, with an hour between its pieces, is not swept meanwhile", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for await (const piece of piecesOf(FILE, 800_000)) {
        yield piece;
        clock.nowMs += HOUR_MS - 1;
        await store.maintenance.sweep();
      }
    }
    const arrived = await store.uploads.write(account.id, slowly());
    assert.equal((await store.uploads.read(arrived))?.toBase64(), FILE.toBase64());
  }));

Deno.test("a file that breaks off is deleted at once", () =>
  withStore(async ({ store, list }) => {
    const { account } = await accountWithCredentials(store);
    const before = await list();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* piecesOf(FILE);
      throw new Error("it broke off");
    }
    await assert.rejects(store.uploads.write(account.id, broken()), /it broke off/);
    assert.deepEqual(await list(), before);
  }));

Deno.test("the deletion of an account deletes its uploads and a file that is still arriving", () =>
  withStore(async ({ store, list }) => {
    const { account } = await accountWithCredentials(store);
    await store.uploads.create(account.id, DRAFT);
    const { id } = await store.uploads.create(account.id, DRAFT);
    await received(store.uploads, account.id, id);
    async function* deleting(): AsyncGenerator<Uint8Array> {
      for await (const piece of piecesOf(FILE, 800_000)) {
        yield piece;
        await store.accounts.delete(account.id);
        await store.maintenance.sweep();
      }
    }
    await assert.rejects(store.uploads.write(account.id, deleting()));
    await store.maintenance.sweep();
    assert.deepEqual((await list()).filter((key) => /upload|chunk|inputs/.test(key)), []);
  }));

async function received(
  uploads: TemporaryStore["store"]["uploads"],
  accountId: AccountId,
  uploadId: string,
): Promise<void> {
  const arrived = await uploads.write(accountId, piecesOf(FILE));
  const file = { bytes: FILE.length, sha256: arrived.sha256, ...FACTS };
  await uploads.finish(accountId, uploadId, { file, history: HISTORY });
  await uploads.discard(arrived);
}

async function stored({ meters }: TemporaryStore["store"], accountId: AccountId): Promise<number> {
  return (await meters.storage(accountId)).usedBytes;
}

async function* piecesOf(bytes: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
