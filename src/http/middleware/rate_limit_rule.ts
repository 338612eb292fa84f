export interface RateLimitRule {
  /** As the header `RateLimit-Policy` names it. */
  readonly name: string;
  readonly perMinute: number;
  /** Whether every count is written at once, as where each one is worth a write: a wrong password. */
  readonly exact?: boolean;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count starts anew. */
  readonly resetSeconds: number;
}
