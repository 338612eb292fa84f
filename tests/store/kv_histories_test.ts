import assert from "node:assert/strict";
import { systemRandom } from "../../src/runtime/random.ts";
import type { AtomicWrite, EncodedKv } from "../../src/store/encoded_kv.ts";
import { whenUnlocked } from "../../src/store/transaction.ts";
import { RandomStream } from "../../src/domain/random_stream.ts";
import { KV_PLACES } from "../support/kv_places.ts";
import { sharesPostgres } from "../support/postgres_server.ts";
import { problemSeeds, testInTurn } from "../support/tier.ts";

sharesPostgres();

const CLIENTS = 8;
const TRIES_EACH = 60;
const KEYS: readonly Deno.KvKey[] = ["a", "b", "c", "d", "e"].map((name) => ["history", name]);

/** Commits as soon as no other handle locks the file, as the store does. */
function commit(kv: EncodedKv, write: AtomicWrite): Promise<boolean> {
  return whenUnlocked(systemRandom, () => kv.commit(write));
}

/** An operation that happened: the versions that it read and checked, and the keys that it wrote. */
interface Happened {
  readonly id: number;
  /** For each key that it checked the operation that had written it; 0 for none. */
  readonly read: ReadonlyMap<string, number>;
  readonly written: ReadonlySet<string>;
}

/**
 * Lets clients read some keys, check all of them and write some, at the same time, and returns what happened. Every
 * value names the operation that wrote it, and a deleted key is written as a value, so that nothing is lost from sight.
 */
async function history(handles: readonly EncodedKv[], seed: number): Promise<readonly Happened[]> {
  const happened: Happened[] = [];
  let ids = 0;
  await Promise.all(Array.from({ length: CLIENTS }, async (_, client) => {
    const kv = handles[client % handles.length], chance = new RandomStream(seed, client);
    if (kv === undefined) throw new RangeError("No handle");
    for (let k = 0; k < TRIES_EACH; k++) {
      const chosen = KEYS.filter(() => chance.uniform() < 0.5), id = ++ids;
      if (chosen.length === 0) continue;
      const entries = await kv.getMany<number[]>(chosen);
      const written = entries.filter(() => chance.uniform() < 0.5);
      const mutations = written.map(({ key }) => ({ type: "set", key, value: id } as const));
      if (mutations.length === 0 || !await commit(kv, { checks: entries, mutations })) continue;
      happened.push({
        id,
        read: new Map(entries.map(({ key, value }) => [String(key[1]), value ?? 0])),
        written: new Set(written.map(({ key }) => String(key[1]))),
      });
    }
  }));
  return happened;
}

/**
 * Returns the operations that must come before each other in any order in which they could have happened one by one:
 * who wrote what another read comes before it, and who read a key comes before the next who wrote it.
 */
function mustPrecede(happened: readonly Happened[]): ReadonlyMap<number, ReadonlySet<number>> {
  const after = new Map(happened.map(({ id }) => [id, new Set<number>()]));
  for (const one of happened) {
    for (const [key, writer] of one.read) {
      if (writer !== 0) after.get(writer)?.add(one.id);
      for (const other of happened) {
        const isNext = other.id !== one.id && other.written.has(key) && other.read.get(key) === writer;
        if (isNext) after.get(one.id)?.add(other.id);
      }
    }
  }
  return after;
}

/** Whether operations can be put into an order in which each comes before those that must follow it. */
function haveOrder(after: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  const before = new Map([...after.keys()].map((id) => [id, 0]));
  for (const ids of after.values()) for (const id of ids) before.set(id, (before.get(id) ?? 0) + 1);
  const free = [...before].filter(([, count]) => count === 0).map(([id]) => id);
  let ordered = 0;
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    ordered++;
    for (const next of after.get(id) ?? []) {
      const count = (before.get(next) ?? 0) - 1;
      before.set(next, count);
      if (count === 0) free.push(next);
    }
  }
  return ordered === after.size;
}

Deno.test("a history in which two operations each read what the other wrote over has no order", () => {
  const read = new Map([["a", 0], ["b", 0]]);
  const skewed = [{ id: 1, read, written: new Set(["a"]) }, { id: 2, read, written: new Set(["b"]) }];
  assert.equal(haveOrder(mustPrecede(skewed)), false);
  assert.equal(haveOrder(mustPrecede(skewed.slice(1))), true);
});

for (const { name, isAbsent: ignore, open } of KV_PLACES) {
  Deno.test(
    testInTurn(`${name}: operations of many clients at once happen as if one after the other`, { ignore }, async () => {
      for (const seed of problemSeeds(6)) {
        await using place = await open();
        const happened = await history([place.kv, place.other], seed);
        assert.ok(happened.length > CLIENTS, `only ${happened.length} operations happened: the test shows nothing`);
        assert.ok(haveOrder(mustPrecede(happened)), `the history of seed ${seed} has no order`);
      }
    }),
  );

  Deno.test(`${name}: an operation that deletes an absent entry and one that creates it happen one after the other`, {
    ignore,
  }, async () => {
    await using place = await open();
    const { kv, other } = place;
    for (let round = 0; round < 100; round++) {
      const [key, mark]: Deno.KvKey[] = [["absent", round], ["mark", round]];
      await Promise.all([
        commit(kv, { checks: [], mutations: [{ type: "delete", key }, { type: "set", key: mark, value: "deleted" }] }),
        commit(other, {
          checks: [{ key, versionstamp: null }],
          mutations: [{ type: "set", key, value: 1 }, { type: "set", key: mark, value: "created" }],
        }),
      ]);
      const [entry, last] = await kv.getMany<[number, string]>([key, mark]);
      assert.equal(last.value, entry.value === null ? "deleted" : "created", `round ${round}`);
    }
  });

  Deno.test(`${name}: operations on the same entries in any order never wait for each other in a circle`, {
    ignore,
  }, async () => {
    await using place = await open();
    const began = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; round < 20; round++) {
        const keys = Array.from({ length: 20 }, (_, k): Deno.KvKey => ["circle", client % 2 === 0 ? k : 19 - k]);
        const mutations = keys.map((key, k): Deno.KvMutation =>
          (client + round + k) % 3 === 0 ? { type: "delete", key } : { type: "set", key, value: client }
        );
        await commit(client % 2 === 0 ? place.kv : place.other, { checks: [], mutations });
      }
    }));
    // The server needs a second to see a circle, and ends one of the operations then, which rejects here.
    assert.ok(performance.now() - began < 60_000);
  });
}
