/** Type of the time limits, in milliseconds, for a client that is slow to send a request body or to read an answer. */
export interface ClientDeadlines {
  /** Longest time, in milliseconds, for which a client may read nothing of an answer. */
  readonly takesWithinMs: number;
  /** Longest pause, in milliseconds, between two pieces of a request body that a client sends. */
  readonly sendsWithinMs: number;
  /**
   * Time in milliseconds in which a client must send its whole request body. The time that the largest body allowed by
   * the endpoint takes at 64,000 bytes a second is added.
   */
  readonly sendsWholeWithinMs: number;
}

/**
 * Time limits of a running service for slow clients. Deno has no time limit for a client that sends no request or only
 * half of a request's headers.
 */
export const CLIENT_DEADLINES: ClientDeadlines = {
  takesWithinMs: 60_000,
  sendsWithinMs: 30_000,
  sendsWholeWithinMs: 60_000,
};
