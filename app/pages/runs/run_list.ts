import type { components } from "../../../clients/typescript/mod.ts";
import { type Loadable, loadable } from "../../loaded.ts";
import { jsonOf, refusalOf } from "../../refusal.ts";
import { send } from "../../session/send.ts";
import type { Job } from "../run/job_events.ts";
import { merged, type RunList } from "./merged_runs.ts";
import type { RunFilters } from "./run_filters.ts";

/** Runs that the service sends at once. */
const PAGE_RUNS = 100;
/** Pages of a filtered list that are read in a row for want of runs: the service may send pages without any. */
const MOST_PAGES = 10;

/** The lists of runs by their filters, as JSON. A list that is read again keeps what was read further down. */
export const runLists: Loadable<RunList> = loadable(async (key, signal): Promise<RunList> => {
  const fresh = await readRuns(JSON.parse(key), { signal });
  const known = runLists.known(key).value.value;
  return known === null ? fresh : merged(known, fresh);
});

/** Returns the key of the list with filters. */
export function keyOfFilters(filters: RunFilters): string {
  return JSON.stringify(filters);
}

/** Reads a list further down. Throws a `Refusal` where the service refuses. */
export async function readFurther(filters: RunFilters): Promise<void> {
  const known = runLists.known(keyOfFilters(filters));
  const cursor = known.value.value?.next ?? null;
  if (cursor === null) return;
  const more = await readRuns(filters, { cursor, signal: new AbortController().signal });
  const { value } = known.value;
  // The list was read anew meanwhile, and this is not its next page any more.
  if (value === null || value.next !== cursor) return;
  known.value = { ...known.value, value: { runs: [...value.runs, ...more.runs], next: more.next } };
}

/**
 * Reads the newest runs with filters, or those from a cursor on. It reads on while fewer than `least` were found.
 * Throws a `Refusal` where the service refuses.
 */
export async function readRuns(
  filters: RunFilters,
  { cursor = null, least = 1, limit = PAGE_RUNS, signal }: {
    readonly cursor?: string | null;
    readonly least?: number;
    readonly limit?: number;
    readonly signal: AbortSignal;
  },
): Promise<RunList> {
  const runs: Job[] = [];
  let next = cursor;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await readPage({ ...filters, limit: String(limit), ...next === null ? {} : { cursor: next } }, signal);
    runs.push(...page.items);
    next = page.next_cursor;
    if (next === null || runs.length >= least) break;
  }
  return { runs, next };
}

/** Reads a page of the history. The filters come from an address, so that the service, not a type, judges them. */
async function readPage(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<components["schemas"]["JobPage"]> {
  const response = await send(new Request(`${location.origin}/jobs/history?${new URLSearchParams(query)}`, { signal }));
  const body = await jsonOf(response);
  if (!response.ok) throw refusalOf(response.status, body);
  return body;
}

/** Changes the runs of a list, or takes away those for which `change` returns null. */
export function changeRuns(key: string, change: (run: Job) => Job | null): void {
  const known = runLists.known(key), { value } = known.value;
  if (value === null) return;
  const runs = value.runs.map(change).filter((run) => run !== null);
  known.value = { ...known.value, value: { ...value, runs } };
}
