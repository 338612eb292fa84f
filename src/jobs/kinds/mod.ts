import type { JobKindName } from "../../domain/job_kinds.ts";
import type { JobWork } from "../job_work.ts";
import { backtestWork } from "./backtest_work.ts";
import { monteCarloWork } from "./monte_carlo_work.ts";
import { optimizationWork } from "./optimization_work.ts";
import { reportWork } from "./report_work.ts";
import type { WorkParts } from "./work_parts.ts";

/** What a runner does for the jobs of each kind. */
const WORK: { readonly [Kind in JobKindName]: (parts: WorkParts) => JobWork } = {
  optimization: optimizationWork,
  monte_carlo: monteCarloWork,
  backtest: backtestWork,
  report: reportWork,
};

/** The work of every kind of job. */
export function workOfKinds(parts: WorkParts): readonly JobWork[] {
  return Object.values(WORK).map((workOf) => workOf(parts));
}
