import assert from "node:assert/strict";
import fc from "fast-check";
import type { RateLimitRepository } from "../../store/rate_limits.ts";
import { networkOf } from "./rate_limit.ts";
import { type RateLimiter, rateLimiter, type RateLimitRule, UNLIMITED } from "./rate_limiter.ts";

const RULE: RateLimitRule = { name: "reading", perMinute: 1_200 };
const EXACT: RateLimitRule = { name: "failures", perMinute: 10, exact: true };

/** A store of leases in memory that several processes share, and how often it was written. */
function sharedLeases(): RateLimitRepository & { writes: number } {
  const used = new Map<string, number>();
  const idOf = ({ rule, subject, windowStart }: { rule: string; subject: string; windowStart: number }): string =>
    `${rule} ${subject} ${windowStart}`;
  return {
    writes: 0,
    async lease(bucket, { count, limit }) {
      await Promise.resolve();
      const before = used.get(idOf(bucket)) ?? 0;
      const granted = Math.min(count, limit - before);
      used.set(idOf(bucket), before + granted);
      this.writes++;
      return { granted, used: before + granted };
    },
    async giveBack(bucket, count) {
      await Promise.resolve();
      used.set(idOf(bucket), (used.get(idOf(bucket)) ?? 0) - count);
    },
  };
}

async function taken(limiter: RateLimiter, rule: RateLimitRule, times: number, subject = "acc_1"): Promise<number> {
  const states = await Promise.all(Array.from({ length: times }, () => limiter.take(rule, subject)));
  return states.filter(({ allowed }) => allowed).length;
}

Deno.test("one process lets exactly the limit through, by a write per block", async () => {
  const rateLimits = sharedLeases();
  const limiter = rateLimiter({ rateLimits, clock: { now: () => 60_000 } });
  assert.equal(await taken(limiter, RULE, 1_500), 1_200);
  assert.equal(rateLimits.writes, 20);
});

Deno.test("several processes together never let more than the limit through, and at most a block each too few", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1_400, maxLength: 2_000 }), async (order) => {
      const rateLimits = sharedLeases();
      const limiters = [1, 2, 3].map(() => rateLimiter({ rateLimits, clock: { now: () => 0 } }));
      let allowed = 0;
      for (const process of order) allowed += (await limiters[process].take(RULE, "acc_1")).allowed ? 1 : 0;
      assert.ok(allowed <= 1_200 && allowed >= 1_200 - 2 * 60, String(allowed));
    }),
    { numRuns: 20 },
  );
});

Deno.test("subjects and minutes are counted each for itself", async () => {
  const clock = { ms: 59_999, now: () => clock.ms };
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock });
  assert.equal(await taken(limiter, EXACT, 12, "a"), 10);
  assert.equal(await taken(limiter, EXACT, 12, "b"), 10);
  assert.equal((await limiter.take(EXACT, "a")).resetSeconds, 1);
  clock.ms = 60_000;
  assert.equal(await taken(limiter, EXACT, 12, "a"), 10);
});

Deno.test("what is given back can be taken again, by another process too", async () => {
  const rateLimits = sharedLeases();
  const [one, other] = [1, 2].map(() => rateLimiter({ rateLimits, clock: { now: () => 0 } }));
  assert.equal(await taken(one, EXACT, 10), 10);
  assert.equal(await taken(other, EXACT, 1), 0);
  await one.giveBack(EXACT, "acc_1");
  assert.equal(await taken(other, EXACT, 2), 1);
});

Deno.test("the state tells the limit, what remains and when it starts anew", async () => {
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock: { now: () => 90_500 } });
  assert.deepEqual(await limiter.take(EXACT, "a"), { allowed: true, limit: 10, remaining: 9, resetSeconds: 30 });
  assert.equal((await limiter.take(RULE, "a")).remaining, 1_199);
});

Deno.test("a store that fails once does not stay in the way", async () => {
  const rateLimits = sharedLeases();
  const lease = rateLimits.lease.bind(rateLimits);
  rateLimits.lease = () => Promise.reject(new Error("locked"));
  const limiter = rateLimiter({ rateLimits, clock: { now: () => 0 } });
  await assert.rejects(limiter.take(EXACT, "a"), /locked/);
  rateLimits.lease = lease;
  assert.equal((await limiter.take(EXACT, "a")).allowed, true);
});

Deno.test("switched off, everything is let through", async () => {
  assert.equal(await taken(UNLIMITED, EXACT, 1_000), 1_000);
});

Deno.test("an IPv4 address counts for itself, an IPv6 address for its /64", () => {
  assert.equal(networkOf("203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("::ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:0DB8:0001:0002::9"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
});
