import type { Job } from "../run/job_events.ts";

/** The newest runs that filters let through, as far as they were read. */
export interface RunList {
  readonly runs: readonly Job[];
  /** Cursor at which the list goes on; null at its end. */
  readonly next: string | null;
}

/**
 * Returns a list with its newest part read anew: what that part no longer has was deleted or no longer fits, and what
 * stands below it stays.
 */
export function merged(known: RunList, fresh: RunList): RunList {
  const last = fresh.runs.at(-1);
  if (fresh.next === null || last === undefined) return fresh;
  const from = known.runs.findIndex(({ run_id }) => run_id === last.run_id);
  return from === -1 ? fresh : { runs: [...fresh.runs, ...known.runs.slice(from + 1)], next: known.next };
}
