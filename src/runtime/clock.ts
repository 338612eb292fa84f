/** Where the time comes from. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the process began; they only ever grow. */
export const systemStopwatch = (): number => performance.now();
