import assert from "node:assert/strict";
import { systemRandom } from "../../src/runtime/random.ts";
import type { AtomicWrite, EncodedKv } from "../../src/store/encoded_kv.ts";
import { whenUnlocked } from "../../src/store/transaction.ts";
import { KV_PLACES } from "../support/kv_places.ts";
import { sharesPostgres } from "../support/postgres_server.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

sharesPostgres();

const ABSENT = (key: Deno.KvKey): Deno.AtomicCheck => ({ key, versionstamp: null });
const SET = (key: Deno.KvKey, value: unknown): Deno.KvMutation => ({ type: "set", key, value });
const DELETE = (key: Deno.KvKey): Deno.KvMutation => ({ type: "delete", key });

/** Commits as soon as no other handle locks the file, as the store does. */
function commit(kv: EncodedKv, write: Partial<AtomicWrite>): Promise<boolean> {
  return whenUnlocked(systemRandom, () => kv.commit({ checks: [], mutations: [], ...write }));
}

async function keysOf(kv: EncodedKv, selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
  return (await Array.fromAsync(kv.list(selector, options))).map(({ key }) => key);
}

/** Keys in the order in which every KV sorts them: bytes, text, numbers, truth values; a prefix before longer keys. */
const SORTED_KEYS: readonly Deno.KvKey[] = [
  [Uint8Array.of()],
  [Uint8Array.of(0)],
  [Uint8Array.of(0, 0)],
  [Uint8Array.of(0, 1)],
  [Uint8Array.of(1)],
  [Uint8Array.of(255)],
  [""],
  ["", "a"],
  ["\u0000"],
  ["\u0000a"],
  ["\u0001"],
  ["a"],
  ["a", Uint8Array.of(7)],
  ["a", ""],
  ["a", "b"],
  ["a", "b", "c"],
  ["a", -1],
  ["a", 1],
  ["a\u0000"],
  ["aa"],
  ["b"],
  ["é"],
  ["\u{1f4b0}"],
  [-Infinity],
  [-1e300],
  [-1.5],
  [-1],
  [-1e-300],
  [0],
  [1e-300],
  [1],
  [1.5],
  [2],
  [1_780_000_000_000],
  [Infinity],
  [false],
  [true],
];

for (const { name, isAbsent: ignore, open, expiresByItself, carriesMessages } of KV_PLACES) {
  Deno.test(`${name}: keys sort in the order of Deno KV, forwards and backwards, whatever a list reads at once`, {
    ignore,
  }, async () => {
    await using place = await open();
    const shuffled = SORTED_KEYS.map((_, k) => SORTED_KEYS[(k * 23) % SORTED_KEYS.length] ?? []);
    for (const key of shuffled) await commit(place.kv, { mutations: [SET(key, 1)] });
    for (const batchSize of [1, 2, 7, 100]) {
      assert.deepEqual(await keysOf(place.kv, { prefix: [] }, { batchSize }), SORTED_KEYS);
      const backwards = await keysOf(place.kv, { prefix: [] }, { batchSize, reverse: true });
      assert.deepEqual(backwards, SORTED_KEYS.toReversed());
    }
  });

  Deno.test(
    `${name}: a list has the longer keys of a prefix, from its start and up to its end, and not more than its limit`,
    {
      ignore,
    },
    async () => {
      await using place = await open();
      for (const key of SORTED_KEYS) await commit(place.kv, { mutations: [SET(key, 1)] });
      const listed = (selector: Deno.KvListSelector, options?: Deno.KvListOptions) =>
        keysOf(place.kv, selector, options);
      const below = SORTED_KEYS.filter((key) => key[0] === "a" && key.length > 1);
      assert.deepEqual(await listed({ prefix: ["a"] }), below);
      assert.deepEqual(await listed({ prefix: ["a"], start: ["a", "b"] }), below.slice(2));
      assert.deepEqual(await listed({ prefix: ["a"], end: ["a", "b"] }), below.slice(0, 2));
      assert.deepEqual(await listed({ start: ["a"], end: ["aa"] }), [["a"], ...below, ["a\u0000"]]);
      await assert.rejects(listed({ start: ["aa"], end: ["a"] }), { name: "TypeError", message: /Start key/ });
      assert.deepEqual(await listed({ prefix: ["a"] }, { limit: 2 }), below.slice(0, 2));
      assert.deepEqual(await listed({ prefix: ["a"] }, { limit: 2, reverse: true }), below.toReversed().slice(0, 2));
      assert.deepEqual(await listed({ prefix: ["none"] }), []);
    },
  );

  Deno.test(`${name}: an operation happens only if every checked entry is as it was read, and then in all parts`, {
    ignore,
  }, async () => {
    await using place = await open();
    const { kv, other } = place;
    assert.equal(await commit(kv, { checks: [ABSENT(["a"])], mutations: [SET(["a"], 1), SET(["b"], 1)] }), true);
    assert.equal(await commit(other, { checks: [ABSENT(["a"])], mutations: [SET(["a"], 2), SET(["c"], 2)] }), false);
    const [a, b, c] = await other.getMany([["a"], ["b"], ["c"]]);
    assert.deepEqual([a.value, b.value, c.value], [1, 1, null]);
    assert.equal(c.versionstamp, null);
    assert.equal(a.versionstamp, b.versionstamp, "one operation gives one version");
    assert.equal(await commit(kv, { mutations: [SET(["a"], 3)] }), true);
    assert.equal(await commit(other, { checks: [b, a], mutations: [SET(["b"], 4), DELETE(["a"])] }), false);
    assert.equal((await kv.get(["b"])).value, 1);
    const now = await kv.get(["a"]);
    assert.notEqual(now.versionstamp, a.versionstamp);
    assert.equal(await commit(other, { checks: [now, b, c], mutations: [DELETE(["a"]), SET(["c"], 5)] }), true);
    assert.deepEqual((await kv.getMany([["a"], ["b"], ["c"]])).map(({ value }) => value), [null, 1, 5]);
    assert.equal(await commit(kv, { checks: [now], mutations: [SET(["a"], 6)] }), false, "a deleted entry has changed");
    assert.equal(await commit(kv, { checks: [b], mutations: [SET(["d"], 7)] }), true, "a check alone changes nothing");
    assert.equal((await kv.get(["b"])).versionstamp, b.versionstamp);
  });

  Deno.test(`${name}: an entry that was deleted and set again has a version that it never had`, {
    ignore,
  }, async () => {
    await using place = await open();
    const seen = new Set<string>();
    for (let round = 0; round < 10; round++) {
      await commit(place.kv, { mutations: [SET(["a"], 1)] });
      seen.add(String((await place.kv.get(["a"])).versionstamp));
      await commit(place.other, { mutations: [DELETE(["a"])] });
    }
    assert.equal(seen.size, 10);
  });

  Deno.test(`${name}: values come back as they were written, up to 64 KiB`, { ignore }, async () => {
    await using place = await open();
    const values: unknown[] = [0, -1.5, "", "é\u0000\u{1f4b0}", [], {}, { a: [null, true, { b: "c" }] }, null];
    values.push(Array.from({ length: 1_000 }, (_, k) => `text ${k}`));
    const bytes = Uint8Array.from({ length: 60 * 1_024 }, (_, k) => k % 256);
    for (const [k, value] of values.entries()) await commit(place.kv, { mutations: [SET(["value", k], value)] });
    await commit(place.kv, { mutations: [SET(["bytes"], bytes), SET(["none"], new Uint8Array())] });
    for (const [k, value] of values.entries()) assert.deepEqual((await place.other.get(["value", k])).value, value);
    assert.deepEqual((await place.other.get(["bytes"])).value, bytes);
    assert.deepEqual((await place.other.get(["none"])).value, new Uint8Array());
    const large = SET(["large"], new Uint8Array(65_536));
    await assert.rejects(commit(place.kv, { mutations: [large] }), { name: "TypeError", message: /too large/ });
  });

  Deno.test(`${name}: an operation may write a thousand entries and 700 kB`, { ignore }, async () => {
    await using place = await open();
    const small = Array.from({ length: 999 }, (_, k) => SET(["small", k], k));
    const large = Array.from({ length: 11 }, (_, k) => SET(["large", k], new Uint8Array(60_000).fill(k)));
    assert.equal(await commit(place.kv, { mutations: small }), true);
    assert.equal(await commit(place.kv, { mutations: large }), true);
    assert.equal((await keysOf(place.other, { prefix: ["small"] })).length, 999);
    assert.equal(await commit(place.kv, { mutations: small.map(({ key }) => DELETE(key)) }), true);
    assert.deepEqual(await keysOf(place.other, { prefix: ["small"] }), []);
    assert.equal((await keysOf(place.other, { prefix: ["large"] })).length, 11);
  });

  if (!expiresByItself) {
    Deno.test(`${name}: an entry whose time is over goes, unless it was set again`, { ignore }, async () => {
      await using place = await open();
      const short = (key: Deno.KvKey, expireIn = 1): Deno.KvMutation => ({ type: "set", key, value: 1, expireIn });
      await commit(place.kv, { mutations: [short(["a"]), short(["b"]), short(["c"], 60_000)] });
      await commit(place.kv, { mutations: [SET(["b"], 2)] });
      let gone = 0;
      await until(async () => (gone += await place.other.removeExpired()) > 0);
      assert.equal(gone, 1);
      assert.equal(await place.other.removeExpired(), 0);
      assert.deepEqual(await keysOf(place.kv, { prefix: [] }), [["b"], ["c"]]);
    });
  }

  if (carriesMessages) {
    Deno.test(
      testInTurn(
        `${name}: the message of an operation reaches the listeners of another handle`,
        { ignore },
        async () => {
          const place = await open();
          let heard = 0;
          const listening = place.other.listenQueue(() => heard++);
          await until(
            async () => {
              await commit(place.kv, { mutations: [SET(["a"], 1)], message: { job: "a" } });
              return heard > 0;
            },
            "the message",
            { longestPauseMs: 200 },
          );
          await place[Symbol.asyncDispose]();
          await listening;
        },
      ),
    );
  }

  Deno.test(testInTurn(`${name}: of many handles that add to one number each adds once`, { ignore }, async () => {
    await using place = await open();
    const handles = Array.from({ length: 8 }, (_, k) => k % 2 === 0 ? place.kv : place.other);
    await Promise.all(handles.map(async (kv) => {
      for (let added = 0; added < 25;) {
        const entry = await kv.get<number>(["sum"]);
        if (await commit(kv, { checks: [entry], mutations: [SET(["sum"], (entry.value ?? 0) + 1)] })) added++;
      }
    }));
    assert.equal((await place.kv.get(["sum"])).value, 200);
  }));
}
