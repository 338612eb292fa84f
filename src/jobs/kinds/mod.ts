import type { JobKindName } from "../../domain/job_kinds.ts";
import type { JobWork } from "../job_work.ts";
import { backtestWork } from "./backtest_work.ts";
import { monteCarloWork } from "./monte_carlo_work.ts";
import { optimizationWork } from "./optimization_work.ts";
import { reportWork } from "./report_work.ts";
import type { WorkParts } from "./work_parts.ts";

/** Functions that create the runner's work for each kind of job. */
const WORK: { readonly [Kind in JobKindName]: (parts: WorkParts) => JobWork } = {
  optimization: optimizationWork,
  monte_carlo: monteCarloWork,
  backtest: backtestWork,
  report: reportWork,
};

/** Creates the runner's work for every kind of job. */
export function workOfKinds(parts: WorkParts): readonly JobWork[] {
  return Object.values(WORK).map((workOf) => workOf(parts));
}
