/** Type of a moment in time, in milliseconds since 1970-01-01 UTC. */
export type Instant = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns a moment as responses show it: ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(instant: Instant): string {
  return new Date(instant).toISOString();
}
