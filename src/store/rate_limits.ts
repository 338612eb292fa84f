import { type Instant, MINUTE_MS } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { putUntil, transaction } from "./transaction.ts";

/** Counter of a rate limit: one subject under one rule in one time window. */
export interface RateLimitBucket {
  readonly rule: string;
  /**
   * Subject of the limit: an account id, an address or a digest. If the subject combines an account with something
   * else, the account id and a space come first.
   */
  readonly subject: string;
  readonly windowStart: Instant;
  readonly windowEnd: Instant;
}

export interface RateLimitLease {
  /** Number of rate-limit tokens handed out by this request; zero if the limit is reached. */
  readonly granted: number;
  /** Number of rate-limit tokens handed out in the window so far, to all processes. */
  readonly used: number;
}

/**
 * Repository that hands out tokens of rate limits in blocks to all processes on one store, never more than the limit
 * per window.
 */
export interface RateLimitRepository {
  /** Hands out `count` tokens of a rate limit, or as many as are left. */
  lease(bucket: RateLimitBucket, request: { count: number; limit: number }): Promise<RateLimitLease>;
  /** Returns unused tokens of a rate limit to the store, so that other requests can have them. */
  giveBack(bucket: RateLimitBucket, count: number): Promise<void>;
}

/** Creates the repository of rate limits over Deno KV. */
export function rateLimitRepository(context: StoreContext): RateLimitRepository {
  return {
    async lease(bucket, { count, limit }) {
      return await transaction(context, async (read) => {
        const entry = await read.get<number>(keyOf(bucket));
        const used = entry.value ?? 0;
        const granted = Math.max(0, Math.min(count, limit - used));
        return {
          checks: [entry],
          mutations: granted === 0 ? [] : [usedUntilEnd(context, bucket, used + granted)],
          result: { granted, used: used + granted },
        };
      });
    },
    async giveBack(bucket, count) {
      await transaction(context, async (read) => {
        const entry = await read.get<number>(keyOf(bucket));
        const used = entry.value ?? 0;
        const left = Math.max(0, used - count);
        const mutations = left === used ? [] : [usedUntilEnd(context, bucket, left)];
        return { checks: [entry], mutations, result: undefined };
      });
    },
  };
}

function keyOf({ windowEnd, rule, subject }: RateLimitBucket): Deno.KvKey {
  return keys.rateLimit(windowEnd, rule, subject);
}

function usedUntilEnd({ clock }: StoreContext, bucket: RateLimitBucket, used: number): Deno.KvMutation {
  const expiresAt = bucket.windowEnd + MINUTE_MS;
  return putUntil(keyOf(bucket), used, { expiresAt, now: clock.now() });
}
