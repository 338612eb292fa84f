import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { DomainError } from "../../domain/errors.ts";
import type { RateLimitRepository } from "../../store/rate_limits.ts";
import { limitFailures } from "./rate_limit.ts";
import type { RateLimitRule } from "./rate_limit_rule.ts";
import { type RateLimiter, rateLimiter, UNLIMITED } from "./rate_limiter.ts";

const RULE: RateLimitRule = { name: "reading", perMinute: 1_200 };
const EXACT: RateLimitRule = { name: "failures", perMinute: 10, exact: true };

/**
 * Test helper. Returns an in-memory store of rate limit counts that several rate limiters can share. It counts its
 * writes.
 */
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

Deno.test("one process allows exactly the limit of requests, with one write to the store per block of requests", async () => {
  const rateLimits = sharedLeases();
  const limiter = rateLimiter({ rateLimits, clock: { now: () => 60_000 } });
  assert.equal(await taken(limiter, RULE, 1_500), 1_200);
  assert.equal(rateLimits.writes, 20);
});

Deno.test("three processes together never allow more requests than the limit, and at most two blocks fewer", async () => {
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

Deno.test("processes that give their unspent tokens back at their end use up no more of a limit than their requests", async () => {
  const rateLimits = sharedLeases();
  for (let process = 0; process < 200; process++) {
    const limiter = rateLimiter({ rateLimits, clock: { now: () => 60_000 } });
    assert.equal(await taken(limiter, RULE, 3), 3);
    await limiter.giveBackAll();
  }
  assert.equal(await taken(rateLimiter({ rateLimits, clock: { now: () => 60_000 } }), RULE, 1_200), 600);
});

Deno.test("a rate limit counts each subject and each minute separately", async () => {
  const clock = { ms: 59_999, now: () => clock.ms };
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock });
  assert.equal(await taken(limiter, EXACT, 12, "a"), 10);
  assert.equal(await taken(limiter, EXACT, 12, "b"), 10);
  assert.equal((await limiter.take(EXACT, "a")).resetSeconds, 1);
  clock.ms = 60_000;
  assert.equal(await taken(limiter, EXACT, 12, "a"), 10);
});

Deno.test("a request that is given back to a rate limit can be taken again, even by another process", async () => {
  const rateLimits = sharedLeases();
  const [one, other] = [1, 2].map(() => rateLimiter({ rateLimits, clock: { now: () => 0 } }));
  const { settle } = await one.reserve(EXACT, "acc_1");
  assert.equal(await taken(one, EXACT, 9), 9);
  assert.equal(await taken(other, EXACT, 1), 0);
  await settle(false);
  assert.equal(await taken(other, EXACT, 2), 1);
});

const wrong = () => Promise.reject(new DomainError("invalid_credentials", "Wrong"));
const slowly = async (): Promise<string> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  return "right";
};

function codesOf(results: readonly PromiseSettledResult<string>[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const result of results) {
    const code = result.status === "fulfilled" ? result.value : result.reason.code ?? result.reason.message;
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

Deno.test("of concurrent attempts, all with right credentials pass, and the limit bounds those with wrong ones", async () => {
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock: { now: () => 0 } });
  const count = (subject: string) => [{ rule: { ...EXACT, name: "outer", perMinute: 30 }, subject: "all" }, {
    rule: EXACT,
    subject,
  }];
  const attempts = (times: number, subject: string, attempt: () => Promise<string>) =>
    Promise.allSettled(Array.from({ length: times }, () => limitFailures(count(subject), limiter, attempt)));
  assert.deepEqual(codesOf(await attempts(60, "a", slowly)), { right: 60 });
  const failing = () => slowly().then(wrong);
  assert.deepEqual(codesOf(await attempts(25, "a", failing)), { invalid_credentials: 10, rate_limited: 15 });
  assert.deepEqual(codesOf(await attempts(25, "b", failing)), { invalid_credentials: 10, rate_limited: 15 });
  assert.deepEqual(
    codesOf(await attempts(60, "c", slowly)),
    { right: 60 },
    "refusals of one count give the other back",
  );
});

Deno.test("only wrong credentials count towards the limit of failures, and other errors do not", async () => {
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock: { now: () => 0 } });
  const fail = (error: Error) =>
    limitFailures([{ rule: EXACT, subject: "a" }], limiter, () => Promise.reject(error)).catch(({ message }) =>
      message
    );
  for (let time = 0; time < 12; time++) {
    assert.equal(await fail(new Error("broken")), "broken");
    assert.equal(await fail(new DomainError("not_ready", "busy")), "busy");
  }
  assert.equal(await taken(limiter, EXACT, 11, "a"), 10);
});

Deno.test("an attempt that ends in the next minute is given back to the minute in which it began", async () => {
  const clock = { ms: 59_999, now: () => clock.ms };
  const rateLimits = sharedLeases();
  const limiter = rateLimiter({ rateLimits, clock });
  const { settle } = await limiter.reserve(EXACT, "a");
  clock.ms = 60_000;
  assert.equal(await taken(limiter, EXACT, 10, "a"), 10);
  await settle(false);
  assert.equal((await limiter.take(EXACT, "a")).allowed, false);
});

Deno.test("attempts beyond those that may wait are rate limited, and the others are served", async () => {
  const later = () => new Promise<string>((resolve) => setTimeout(() => resolve("right"), 1));
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock: { now: () => 0 } });
  const attempts = Array.from({ length: 500 }, () => limitFailures([{ rule: EXACT, subject: "a" }], limiter, later));
  const { right, rate_limited } = codesOf(await Promise.allSettled(attempts));
  assert.ok(right >= 100 && rate_limited > 0, `${right} and ${rate_limited}`);
  assert.equal(right + rate_limited, 500);
});

Deno.test("the state of a rate limit has the limit, the remaining requests and the seconds until its reset", async () => {
  const limiter = rateLimiter({ rateLimits: sharedLeases(), clock: { now: () => 90_500 } });
  assert.deepEqual(await limiter.take(EXACT, "a"), { allowed: true, limit: 10, remaining: 9, resetSeconds: 30 });
  assert.equal((await limiter.take(RULE, "a")).remaining, 1_199);
});

Deno.test("a rate limit works again after one failure of the store", async () => {
  const rateLimits = sharedLeases();
  const lease = rateLimits.lease.bind(rateLimits);
  rateLimits.lease = () => Promise.reject(new Error("locked"));
  const limiter = rateLimiter({ rateLimits, clock: { now: () => 0 } });
  await assert.rejects(limiter.take(EXACT, "a"), /locked/);
  rateLimits.lease = lease;
  assert.equal((await limiter.take(EXACT, "a")).allowed, true);
});

Deno.test("the rate limiter that is switched off allows every request", async () => {
  assert.equal(await taken(UNLIMITED, EXACT, 1_000), 1_000);
});
