/** Clock: the source of the current time. */
export interface Clock {
  /** Returns the time in milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the milliseconds since the process, or in a worker the worker thread, began. The value never decreases. */
export const systemStopwatch = (): number => performance.now();
