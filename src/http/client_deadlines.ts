/** How long a client may take over what is its own to do, in milliseconds. */
export interface ClientDeadlines {
  /** Between two pieces of an answer that it takes. */
  readonly takesWithinMs: number;
  /** Between two pieces of a body that it sends. */
  readonly sendsWithinMs: number;
  /** For a whole body, beside the time that its largest length takes at 64 KiB a second. */
  readonly sendsWholeWithinMs: number;
}

/** Those of a service. What else a client can hold back, a head or nothing at all, the runtime has no deadline for. */
export const CLIENT_DEADLINES: ClientDeadlines = {
  takesWithinMs: 60_000,
  sendsWithinMs: 30_000,
  sendsWholeWithinMs: 60_000,
};
