import type { Clock } from "../../runtime/clock.ts";
import type { RateLimitRule, RateLimitState } from "./rate_limit_rule.ts";
import { reservations, type Reserve, type Taken } from "./reservations.ts";
import type { RateLimitBucket, RateLimitRepository } from "../../store/rate_limits.ts";

/**
 * Rate limiter. It limits the requests a minute of one subject (an account or an address), across all processes that
 * share a store.
 */
export interface RateLimiter {
  /**
   * Counts one request against a rate limit by taking one of its tokens. If the returned state is not `allowed`, the
   * caller refuses the request with `rate_limited`.
   */
  take(rule: RateLimitRule, subject: string): Promise<RateLimitState>;
  /**
   * Reserves one token of a rate limit for an attempt that counts only if it fails. Waits while other attempts hold the
   * remaining tokens.
   */
  readonly reserve: Reserve;
  /**
   * Returns the tokens that this process has leased and not spent, because the process ends. Otherwise processes that
   * live for seconds would use up the limit of their subjects.
   */
  giveBackAll(): Promise<void>;
}

const WINDOW_MS = 60_000;

/**
 * Makes a rate limiter that counts by the clock's minute. A process leases tokens from the store in blocks of max(10,
 * limit / 20), at most the limit, and spends them without further writes; tokens of an exact limit it leases one by
 * one. The limit is never exceeded. If n processes serve one subject, each of the others may hold an unspent block, so
 * a request can be refused up to (n - 1) blocks early.
 */
export function rateLimiter({ rateLimits, clock }: { rateLimits: RateLimitRepository; clock: Clock }): RateLimiter {
  let windowStart = -1;
  let counts = new Map<string, Count>();
  const countOf = (rule: RateLimitRule, subject: string): Count => {
    const current = Math.floor(clock.now() / WINDOW_MS) * WINDOW_MS;
    if (current !== windowStart) {
      windowStart = current;
      counts = new Map();
    }
    const id = `${rule.name} ${subject}`;
    const known = counts.get(id);
    if (known !== undefined) return known;
    const bucket = { rule: rule.name, subject, windowStart: current, windowEnd: current + WINDOW_MS };
    const count = { bucket, left: 0, used: 0, pending: null };
    counts.set(id, count);
    return count;
  };
  const leaseBlock = async (rule: RateLimitRule, count: Count): Promise<boolean> => {
    const request = { count: blockOf(rule), limit: rule.perMinute };
    const { granted, used } = await rateLimits.lease(count.bucket, request);
    count.left += granted;
    count.used = used;
    return granted > 0;
  };
  const takeOf = async (rule: RateLimitRule, count: Count): Promise<RateLimitState> => {
    while (count.left === 0) {
      // An exhausted limit stays exhausted for the minute, except an exact one: there another process may give tokens
      // back.
      if (count.used >= rule.perMinute && !rule.exact) {
        return stateOf(rule, count, { allowed: false, now: clock.now() });
      }
      count.pending ??= leaseBlock(rule, count).finally(() => count.pending = null);
      if (!await count.pending) return stateOf(rule, count, { allowed: false, now: clock.now() });
    }
    count.left--;
    return stateOf(rule, count, { allowed: true, now: clock.now() });
  };
  const takeReturnable = async (rule: RateLimitRule, subject: string): Promise<Taken> => {
    const count = countOf(rule, subject);
    const giveBack = async (): Promise<void> => {
      if (rule.exact) {
        await rateLimits.giveBack(count.bucket, 1);
        count.used = Math.max(0, count.used - 1);
      } else count.left++;
    };
    return { state: await takeOf(rule, count), giveBack };
  };
  const giveBackAll = async (): Promise<void> => {
    const unspent = [...counts.values()].filter(({ left }) => left > 0);
    counts = new Map();
    await Promise.all(unspent.map(({ bucket, left }) => rateLimits.giveBack(bucket, left)));
  };
  return {
    take: (rule, subject) => takeOf(rule, countOf(rule, subject)),
    reserve: reservations(takeReturnable),
    giveBackAll,
  };
}

/**
 * Type of the number of requests of one subject under one rate limit in the current minute, as this process knows it.
 */
interface Count {
  readonly bucket: RateLimitBucket;
  /** Number of rate limit tokens that this process has leased from the store and not used. */
  left: number;
  /** Number of rate limit tokens that all processes had leased when this process last asked the store. */
  used: number;
  pending: Promise<boolean> | null;
}

function blockOf({ perMinute, exact }: RateLimitRule): number {
  return exact ? 1 : Math.min(perMinute, Math.max(10, Math.floor(perMinute / 20)));
}

function stateOf(
  { perMinute }: RateLimitRule,
  count: Count,
  { allowed, now }: { allowed: boolean; now: number },
): RateLimitState {
  return {
    allowed,
    limit: perMinute,
    remaining: Math.max(0, perMinute - count.used + count.left),
    resetSeconds: Math.max(1, Math.ceil((count.bucket.windowEnd - now) / 1_000)),
  };
}

/** Rate limiter that allows every request. It is used if the setting `RATE_LIMITS` is `off`. */
export const UNLIMITED: RateLimiter = {
  take: (rule) => Promise.resolve(untouched(rule)),
  reserve: (rule) => Promise.resolve({ state: untouched(rule), settle: () => Promise.resolve() }),
  giveBackAll: () => Promise.resolve(),
};

function untouched({ perMinute }: RateLimitRule): RateLimitState {
  return { allowed: true, limit: perMinute, remaining: perMinute, resetSeconds: WINDOW_MS / 1_000 };
}
