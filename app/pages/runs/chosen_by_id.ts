import type { Job } from "../run/job_events.ts";

/** The chosen runs by their ids, in the order in which they were chosen, also those that other filters have shown. */
export type ChosenById = ReadonlyMap<string, Job>;

/** Returns the chosen runs of some ids, which are those of chosen runs or of runs that are shown. */
export function chosenOf(
  ids: ReadonlySet<string>,
  { before, shown }: { readonly before: ChosenById; readonly shown: readonly Job[] },
): ChosenById {
  const known = new Map([...before, ...shown.map((run) => [run.run_id, run] as const)]);
  return new Map([...ids].flatMap((id) => {
    const run = known.get(id);
    return run === undefined ? [] : [[id, run] as const];
  }));
}

/** Returns the chosen runs without some that were deleted. */
export function withoutGone(chosen: ChosenById, gone: readonly Job[]): ChosenById {
  const ids = new Set(gone.map(({ run_id }) => run_id));
  return new Map([...chosen].filter(([id]) => !ids.has(id)));
}
