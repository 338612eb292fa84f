/** How many requests of one subject (an account, an address) are let through in a minute, over all processes on the store. */
export interface RateLimiter {
  /** Takes one. A state that is not `allowed` means: refuse with `rate_limited`. */
  take(rule: RateLimitRule, subject: string): Promise<RateLimitState>;
  /** Gives one back, taken in the same minute: an attempt that turned out to be no failure. */
  giveBack(rule: RateLimitRule, subject: string): Promise<void>;
}

export interface RateLimitRule {
  /** As the header `RateLimit-Policy` names it. */
  readonly name: string;
  readonly perMinute: number;
  /** Whether every count is written at once; else a process takes blocks, and n processes may let through n blocks too many. */
  readonly exact?: boolean;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count starts anew. */
  readonly resetSeconds: number;
}

/** What handlers count beside the group of their contract. */
export const FAILURES_OF_ACCOUNT: RateLimitRule = { name: "failures-account", perMinute: 10, exact: true };
export const FAILURES_OF_ADDRESS: RateLimitRule = { name: "failures-address", perMinute: 30, exact: true };
export const MAILS_TO_ADDRESS: RateLimitRule = { name: "mails", perMinute: 5, exact: true };
