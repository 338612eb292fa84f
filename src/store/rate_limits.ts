import { type Instant, MINUTE_MS } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { putUntil, transaction } from "./transaction.ts";

/** What is counted: one subject under one rule in one window. */
export interface RateLimitBucket {
  readonly rule: string;
  /** An account's id, an address, a digest; of an account and more, the id and a space come first. */
  readonly subject: string;
  readonly windowStart: Instant;
  readonly windowEnd: Instant;
}

export interface RateLimitLease {
  /** Tokens handed out, 0 when the limit is reached. */
  readonly granted: number;
  /** Tokens handed out in the window so far, to all processes. */
  readonly used: number;
}

/** Tokens of rate limits, handed out in blocks to the processes on one store: never more than the limit in a window. */
export interface RateLimitRepository {
  /** Hands out `count` tokens, or what is left. */
  lease(bucket: RateLimitBucket, request: { count: number; limit: number }): Promise<RateLimitLease>;
  /** Takes tokens back that were not used. */
  giveBack(bucket: RateLimitBucket, count: number): Promise<void>;
}

/** Rate limits over the KV. */
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
