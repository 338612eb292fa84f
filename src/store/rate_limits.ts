import type { Instant } from "../domain/instant.ts";

/** What is counted: one subject under one rule in one window. */
export interface RateLimitBucket {
  readonly rule: string;
  /** An account's id, an address, a digest. */
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
