import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { put, transaction } from "./transaction.ts";
import { type EncodedKv, encodedKv } from "./encoded_kv.ts";

const COUNTER = ["test", "counter"];

Deno.test("increments by two database handles on one file, which lock each other out, lose no count", () =>
  withStore(async ({ kv, random, path }) => {
    const other = encodedKv(await Deno.openKv(path));
    let begun = 0;
    const count = (handle: EncodedKv) =>
      transaction({ kv: handle, random }, async (read) => {
        begun++;
        const entry = await read.get<number>(COUNTER);
        const next = (entry.value ?? 0) + 1;
        return { checks: [entry], mutations: [put(COUNTER, next)], result: next };
      });
    const results = await Promise.all(Array.from({ length: 100 }, (_, index) => count(index % 2 ? kv : other)));
    assert.equal((await kv.get<number>(COUNTER)).value, 100);
    assert.deepEqual(results.sort((a, b) => a - b), Array.from({ length: 100 }, (_, index) => index + 1));
    assert.ok(begun > 100, "no transaction met another: the test shows nothing");
    other.close();
  }));

Deno.test("a transaction is retried if SQLite reports a locked database, and not after another error", () =>
  withStore(async ({ kv, random }) => {
    let begun = 0;
    const result = await transaction({ kv, random }, () => {
      if (++begun < 4) throw new TypeError("database is locked");
      return Promise.resolve({ checks: [], mutations: [put(COUNTER, 1)], result: "done" });
    });
    assert.deepEqual([result, begun], ["done", 4]);
    let tried = 0;
    const broken = transaction({ kv, random }, () => {
      tried++;
      throw new TypeError("Value too large (max 65536 bytes)");
    });
    await assert.rejects(broken, { message: "Value too large (max 65536 bytes)" });
    assert.equal(tried, 1);
  }));

Deno.test("a transaction with more than eight checks is refused before anything is written", () =>
  withStore(async ({ kv, random }) => {
    const checks = Array.from({ length: 9 }, (_, index) => ({ key: ["test", index], versionstamp: null }));
    const tooMany = transaction(
      { kv, random },
      () => Promise.resolve({ checks, mutations: [put(COUNTER, 1)], result: null }),
    );
    await assert.rejects(tooMany, { message: "Cannot check 9 entries in one operation" });
    assert.equal((await kv.get(COUNTER)).value, null);
    await transaction(
      { kv, random },
      () => Promise.resolve({ checks: checks.slice(1), mutations: [put(COUNTER, 1)], result: null }),
    );
    assert.equal((await kv.get(COUNTER)).value, 1);
  }));

Deno.test("a transaction whose checked entry keeps changing fails with not_ready after 200 attempts", () =>
  withStore(async ({ kv, random }) => {
    const never = transaction(
      { kv, random: { ...random, bytes: (length) => new Uint8Array(length) } },
      () =>
        Promise.resolve({
          checks: [{ key: COUNTER, versionstamp: "00000000000000000009" }],
          mutations: [put(COUNTER, 1)],
          result: null,
        }),
    );
    await assert.rejects(never, (error) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, "not_ready");
      assert.match(String(error.cause), /Cannot commit a change of the store after 200 attempts/);
      return true;
    });
    assert.equal((await kv.get(COUNTER)).value, null);
  }));
