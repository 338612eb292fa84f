import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { watchedKv } from "../../tests/support/watched_kv.ts";
import { problemCount, testInTurn } from "../../tests/support/tier.ts";
import { DomainError } from "../domain/errors.ts";
import { BatchedTransactions } from "./batched_transactions.ts";
import { type EncodedKv, encodedKv } from "./encoded_kv.ts";
import { type Change, put, type Reader, remove, transaction } from "./transaction.ts";

const COUNTER = ["test", "counter"];

Deno.test("100 simultaneous increments are batched into at most 10 commits, and each counts once, in order", () =>
  withStore(async ({ kv, random }) => {
    let commits = 0;
    const watched = watchedKv(kv, () => Promise.resolve(void commits++));
    const batches = new BatchedTransactions({ kv: watched, random });
    const results = await Promise.all(Array.from({ length: 100 }, () => batches.take("a", countOne)));
    assert.deepEqual(results, Array.from({ length: 100 }, (_, index) => index + 1));
    assert.equal((await kv.get<number>(COUNTER)).value, 100);
    assert.ok(commits <= 10, `${commits} operations`);
  }));

Deno.test("batched increments beside those of another database handle lose no count", () =>
  withStore(async ({ kv, random, path }) => {
    const other = encodedKv(await Deno.openKv(path));
    const batches = new BatchedTransactions({ kv, random });
    await Promise.all(Array.from({ length: 60 }, async (_, index) => {
      if (index % 2 === 0) return await batches.take("a", countOne);
      return await transaction({ kv: other, random }, countOne);
    }));
    assert.equal((await kv.get<number>(COUNTER)).value, 60);
    other.close();
  }));

Deno.test("an error in one transaction of a batch rejects it alone, and the transactions before it are committed", () =>
  withStore(async ({ kv, random }) => {
    const batches = new BatchedTransactions({ kv, random });
    const atMost = (limit: number) => async (read: Reader) => {
      const change = await countOne(read);
      if (change.result > limit) throw new DomainError("quota_exceeded", `${limit} are used`);
      return change;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => batches.take("a", atMost(3))));
    assert.deepEqual(outcomes.map(({ status }) => status), [
      ...Array.from({ length: 3 }, () => "fulfilled"),
      ...Array.from({ length: 2 }, () => "rejected"),
    ]);
    assert.equal((await kv.get<number>(COUNTER)).value, 3);
  }));

Deno.test("an error of the database rejects every waiting transaction, and later transactions use the database again", () =>
  withStore(async ({ kv, random }) => {
    let isAway = true;
    let reads = 0;
    const away = (): void => {
      reads++;
      if (isAway) throw new DomainError("not_ready", "The store is away");
    };
    const getMany: EncodedKv["getMany"] = async (keys) => {
      await Promise.resolve();
      away();
      return await kv.getMany(keys);
    };
    const batches = new BatchedTransactions({ kv: { ...kv, getMany }, random });
    const all = Array.from({ length: 5 }, () => batches.take("a", countOne));
    const refused = await Promise.allSettled(all);
    assert.deepEqual(refused.map(({ status }) => status), Array.from({ length: 5 }, () => "rejected"));
    // The test expects two reads of the KV: the first transaction ran in a batch of its own, and the other four ran in
    // a second batch.
    assert.equal(reads, 2);
    isAway = false;
    assert.equal(await batches.take("a", countOne), 1);
  }));

Deno.test("a batch starts again where SQLite reports a locked database to any of its reads", () =>
  withStore(async ({ kv, random }) => {
    let locked = 4;
    const getMany: EncodedKv["getMany"] = async (keys) => {
      await Promise.resolve();
      if (locked-- > 0) throw new TypeError("database is locked");
      return await kv.getMany(keys);
    };
    const batches = new BatchedTransactions({ kv: { ...kv, getMany }, random });
    const countTwo = async (read: Reader): Promise<Change<number>> => {
      const [change, other] = await Promise.all([countOne(read), read.get<number>(["test", "other"])]);
      return { ...change, checks: [...change.checks, other] };
    };
    assert.equal(await batches.take("a", countTwo), 1);
  }));

Deno.test("a value that cannot be stored rejects only the transaction that writes it, not the others of its batch", () =>
  withStore(async ({ kv, random }) => {
    const batches = new BatchedTransactions({ kv, random });
    const writing = (value: unknown) => async (read: Reader): Promise<Change<number>> => {
      const change = await countOne(read);
      return { ...change, mutations: [...change.mutations, put(["test", "value"], value)] };
    };
    const values = [1, new Uint8Array(70_000), 2, new Date(0), "x".repeat(70_000), 3];
    const outcomes = await Promise.allSettled(values.map((value) => batches.take("a", writing(value))));
    const all = ["fulfilled", "rejected", "fulfilled", "rejected", "rejected", "fulfilled"];
    assert.deepEqual(outcomes.map(({ status }) => status), all);
    assert.equal((await kv.get<number>(COUNTER)).value, 3);
  }));

Deno.test("keys that transactions announce in advance are read once for the whole batch", () =>
  withStore(async ({ kv, random }) => {
    let reads = 0;
    const getMany: EncodedKv["getMany"] = async (keys) => {
      reads++;
      return await kv.getMany(keys);
    };
    const batches = new BatchedTransactions({ kv: { ...kv, getMany }, random });
    const own = (item: number) => async (read: Reader): Promise<Change<number>> => {
      const [change, entry] = [await countOne(read), await read.get(["test", "own", item])];
      return { ...change, checks: [...change.checks, entry], mutations: [...change.mutations, put(entry.key, 1)] };
    };
    const items = Array.from({ length: 8 }, (_, item) => item);
    const results = items.map((item) => batches.take("a", own(item), { ahead: [["test", "own", item]] }));
    assert.deepEqual(await Promise.all(results), items.map((item) => item + 1));
    // The test expects four reads of the KV: two for the batch of the first transaction, and two for the batch of all
    // the others.
    assert.equal(reads, 4);
  }));

Deno.test("transactions that are too large for one commit together are committed in several, in order", () =>
  withStore(async ({ kv, random }) => {
    const batches = new BatchedTransactions({ kv, random });
    const large = (item: number) =>
      Array.from({ length: 8 }, (_, part) => put(["test", "part", item, part], new Uint8Array(60 * 1_024)));
    const checked = (item: number) => async (read: Reader): Promise<Change<number>> => {
      const change = await countOne(read);
      const own = await read.get(["test", "own", item]);
      const parts = item % 3 > 0 ? large(item) : [];
      return {
        ...change,
        checks: [...change.checks, own],
        mutations: [...change.mutations, put(own.key, 1), ...parts],
      };
    };
    const results = await Promise.all(Array.from({ length: 40 }, (_, item) => batches.take("a", checked(item))));
    assert.deepEqual(results, Array.from({ length: 40 }, (_, index) => index + 1));
  }));

Deno.test("a transaction that lists entries sees those that earlier transactions of its batch wrote", () =>
  withStore(async ({ kv, random }) => {
    const batches = new BatchedTransactions({ kv, random });
    const list = async (read: Reader): Promise<Change<number>> => {
      const found = await Array.fromAsync(read.list<number>({ prefix: ["test"] }));
      return { checks: [], mutations: [], result: found.length };
    };
    const all = [countOne, countOne, list, countOne].map((decide) => batches.take("a", decide));
    assert.deepEqual(await Promise.all(all), [1, 2, 1, 3]);
  }));

Deno.test(
  testInTurn(
    "a commit that does not return does not block later transactions",
    () =>
      withStore(async ({ kv, random }) => {
        const gate = Promise.withResolvers<void>();
        const held = Promise.withResolvers<void>();
        const slow = watchedKv(kv, async (count) => {
          if (count > 1) {
            return;
          }
          held.resolve();
          await gate.promise;
        });
        const batches = new BatchedTransactions({ kv: slow, random });
        const first = batches.take("a", countOne);
        await held.promise;
        assert.equal(await batches.take("b", countOne), 2);
        assert.equal(await batches.take("a", countOne), 3);
        gate.resolve();
        assert.equal(await first, 1);
      }),
  ),
);

Deno.test("transactions in batches give the same results and entries as the same transactions one after the other", () =>
  withStore(async ({ kv, random }) => {
    const decision = fc.record({ from: fc.nat(3), to: fc.nat(3), ends: fc.boolean(), fails: fc.boolean() });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { minLength: 1, maxLength: 30 }), async (decisions) => {
        const trial = ["test", String(round++)];
        const act = (name: string, { from, to, ends, fails }: typeof decisions[number]) => async (read: Reader) => {
          const [source, target] = await read.getMany<[number, number]>([[...trial, name, from], [...trial, name, to]]);
          if (fails && source.value === null) throw new DomainError("not_found", "nothing is there");
          const sum = (source.value ?? 1) + (target.value ?? 1);
          const mutations = [ends ? remove(source.key) : put(source.key, sum % 7), put([...trial, name, to], sum)];
          return { checks: [source, target], mutations, result: sum };
        };
        const batches = new BatchedTransactions({ kv, random });
        const batched = await Promise.allSettled(decisions.map((given) => batches.take("a", act("batched", given))));
        const single: PromiseSettledResult<number>[] = [];
        for (const given of decisions) {
          single.push(...await Promise.allSettled([transaction({ kv, random }, act("single", given))]));
        }
        assert.deepEqual(batched.map(outcomeOf), single.map(outcomeOf));
        const left = async (name: string): Promise<readonly unknown[]> =>
          (await Array.fromAsync(kv.list({ prefix: [...trial, name] }))).map(({ key, value }) => [key.at(-1), value]);
        assert.deepEqual(await left("batched"), await left("single"));
      }),
      { numRuns: problemCount(60, 15) },
    );
  }));

async function countOne(read: Reader): Promise<Change<number>> {
  const entry = await read.get<number>(COUNTER);
  const next = (entry.value ?? 0) + 1;
  return { checks: [entry], mutations: [put(COUNTER, next)], result: next };
}

function outcomeOf(settled: PromiseSettledResult<number>): number | string {
  return settled.status === "fulfilled" ? settled.value : settled.reason.code;
}
