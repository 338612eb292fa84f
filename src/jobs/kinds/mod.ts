import { JOB_KIND_NAMES, type JobKindName } from "../../domain/job_kinds.ts";
import type { JobWork } from "../job_work.ts";
import { monteCarloWork } from "./monte_carlo_work.ts";
import { optimizationWork } from "./optimization_work.ts";
import { reportWork } from "./report_work.ts";
import type { WorkParts } from "./work_parts.ts";
import { workOfRun } from "./work_of_run.ts";

/**
 * Work of those kinds of jobs that load more than what their run stored, or whose computation has another name than the
 * kind.
 */
const OWN_WORK = {
  optimization: optimizationWork,
  monte_carlo: monteCarloWork,
  backtest: workOfRun("backtest", "backtest_run"),
  report: reportWork,
} satisfies Readonly<Partial<Record<JobKindName, (parts: WorkParts) => JobWork>>>;

/** Creates the parts of a runner that compute jobs, one for every kind of job. */
export function workOfKinds(parts: WorkParts): readonly JobWork[] {
  return JOB_KIND_NAMES.map((kind) => hasOwnWork(kind) ? OWN_WORK[kind](parts) : workOfRun(kind, kind)(parts));
}

function hasOwnWork(kind: JobKindName): kind is keyof typeof OWN_WORK {
  return Object.hasOwn(OWN_WORK, kind);
}
