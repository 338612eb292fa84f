import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { ComputingShares } from "./computing_shares.ts";

Deno.test("an account with long computations gets as much time as one with many short computations", () => {
  const costs: Readonly<Record<string, number>> = { long: 100, often: 5 };
  const had = new Map(Object.keys(costs).map((accountId) => [accountId, 0]));
  const shares = new ComputingShares();
  for (let turn = 0; turn < 210; turn++) take(shares, [...had.keys()], costs, had);
  assert.deepEqual([...had.values()], [1_000, 1_000]);
});

Deno.test("an account that comes late gets the next turn, and then alternates without catching up on earlier turns", () => {
  const costs: Readonly<Record<string, number>> = { first: 100, late: 100 };
  const had = new Map(Object.keys(costs).map((accountId) => [accountId, 0]));
  const shares = new ComputingShares();
  for (let turn = 0; turn < 50; turn++) take(shares, ["first"], costs, had);
  const order = Array.from({ length: 6 }, () => take(shares, ["first", "late"], costs, had));
  assert.deepEqual(order, ["late", "first", "late", "first", "late", "first"]);
});

Deno.test("with two parallel places accounts with short turns get as much time as accounts with long turns", () => {
  const costs: Readonly<Record<string, number>> = { a: 400, b: 400, c: 400, d: 400, e: 400, short: 20 };
  const had = new Map(Object.keys(costs).map((accountId) => [accountId, 0]));
  const shares = new ComputingShares();
  const places: { readonly until: number; readonly accountId: string; readonly end: () => void }[] = [];
  for (let now = 0; now < 60_000; now = Math.min(...places.map(({ until }) => until))) {
    for (const place of places.filter(({ until }) => until <= now)) {
      place.end();
      places.splice(places.indexOf(place), 1);
    }
    while (places.length < 2) {
      const accountId = shares.next([...had.keys()].filter((id) => places.every((place) => place.accountId !== id)));
      if (accountId === undefined) throw new Error("Nobody is next");
      const end = shares.begin(accountId);
      had.set(accountId, (had.get(accountId) ?? 0) + costs[accountId]);
      places.push({ until: now + costs[accountId], accountId, end: () => end(costs[accountId]) });
    }
  }
  const times = [...had.values()];
  assert.ok(Math.max(...times) - Math.min(...times) <= 800, String(times));
});

Deno.test("once no account waits, earlier computing time does not count any more", () => {
  const costs: Readonly<Record<string, number>> = { a: 100, b: 1 };
  const shares = new ComputingShares();
  take(shares, ["a"], costs, new Map());
  assert.equal(shares.next(["a", "b"]), "b");
  shares.settle();
  assert.equal(shares.next(["a", "b"]), "a");
});

Deno.test("the computing times of accounts that always wait never differ by more than twice the longest turn", () => {
  const turns = fc.array(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 3, maxLength: 3 }), { minLength: 1 });
  fc.assert(
    fc.property(turns, (rounds) => {
      const shares = new ComputingShares();
      const had = [0, 0, 0];
      for (const costs of rounds) {
        const next = Number(shares.next(["0", "1", "2"]));
        shares.begin(String(next))(costs[next]);
        had[next] += costs[next];
      }
      assert.ok(Math.max(...had) - Math.min(...had) <= 1_000, String(had));
    }),
  );
});

/**
 * Test helper. Gives a turn to the next account, adds its cost to the account's total in `had`, and returns the
 * account.
 */
function take(
  shares: ComputingShares,
  accountIds: readonly string[],
  costs: Readonly<Record<string, number>>,
  had: Map<string, number>,
): string {
  const next = shares.next(accountIds);
  if (next === undefined) throw new Error("Nobody is next");
  shares.begin(next)(costs[next]);
  had.set(next, (had.get(next) ?? 0) + costs[next]);
  return next;
}
