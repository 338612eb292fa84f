/** Time limits for a client that is slow to send a request body or to read an answer, in milliseconds. */
export interface ClientDeadlines {
  /** Longest pause, in milliseconds, between two pieces of an answer that the client reads. */
  readonly takesWithinMs: number;
  /** Longest pause, in milliseconds, between two pieces of a body that the client sends. */
  readonly sendsWithinMs: number;
  /**
   * Time in milliseconds for a whole request body. The time that the largest allowed body takes at 64 KiB a second is
   * added.
   */
  readonly sendsWholeWithinMs: number;
}

/**
 * Client deadlines of a running service. Deno has no deadline for a client that sends no request or only half of a
 * request's headers.
 */
export const CLIENT_DEADLINES: ClientDeadlines = {
  takesWithinMs: 60_000,
  sendsWithinMs: 30_000,
  sendsWholeWithinMs: 60_000,
};
