import { told } from "../../format/told.ts";
import type { Job } from "../run/job_events.ts";
import { titleOf } from "../run/run_title.ts";

/** Characters of the longest name of a comparison. */
const LONGEST_NAME = 100;

/** Returns a name for a comparison of runs: "A and B", or "A and 3 others". */
export function comparisonName(runs: readonly Pick<Job, "name" | "run_id" | "mode">[]): string {
  const [first = "", second = ""] = runs.map((run) => told(titleOf(run)));
  const others = runs.length === 2 ? second : `${runs.length - 1} others`;
  const room = LONGEST_NAME - " and ".length;
  const most = Math.max(room - others.length, Math.floor(room / 2));
  const begun = first.slice(0, most);
  return `${begun} and ${others.slice(0, room - begun.length)}`.toWellFormed().trim();
}
