import type { Job } from "./job_events.ts";

/** Returns what a run is called: its name, or what it is. */
export function titleOf({ name, run_id, mode }: Pick<Job, "name" | "run_id" | "mode">): string {
  return name ?? `${mode === "rebalance" ? "Rebalance" : "Portfolio"} ${run_id.slice(-6)}`;
}
