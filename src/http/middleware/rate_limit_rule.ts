export interface RateLimitRule {
  /** Name of the rate limit in the header `RateLimit-Policy`. */
  readonly name: string;
  readonly perMinute: number;
  /**
   * Whether every single request that counts against this rate limit is written to the store at once. It is set if each
   * count is worth a write, for example for a wrong password.
   */
  readonly exact?: boolean;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the rate limit starts to count anew. */
  readonly resetSeconds: number;
}
