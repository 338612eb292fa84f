import type { Doubt } from "../../domain/doubt.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { BacktestRequest } from "../parts/backtest.ts";
import type { SimulationRequest } from "../parts/simulation.ts";
import { requestDoubts } from "./mod.ts";

/** The part of a run's request that a backtest or a simulation of the run consists of. */
type JobOfRun = { readonly rolling_backtest: BacktestRequest } | { readonly monte_carlo: SimulationRequest };

/**
 * Returns the doubts about the numbers of a backtest or a simulation of a run, and about those that it takes from the
 * request of the run. A pointer leads into the config of the job, or of the run where only that has the field.
 */
export function jobOfRunDoubts(run: OptimizationRequest, job: JobOfRun): readonly Doubt[] {
  if ("rolling_backtest" in job) {
    const { methods } = job.rolling_backtest;
    return requestDoubts({ ...alone(run), ...job, methods }).map((doubt) => withoutField(doubt, "/rolling_backtest"));
  }
  const others = run.methods.flatMap(({ key }, i) => key === job.monte_carlo.method ? [] : [`/methods/${i}`]);
  const isOfOther = ({ evidence: { pointer } }: Doubt): boolean =>
    typeof pointer === "string" && others.some((other) => `${pointer}/`.startsWith(`${other}/`));
  return requestDoubts({ ...alone(run), ...job })
    .filter((doubt) => !isOfOther(doubt))
    .map((doubt) => withoutField(doubt, "/monte_carlo"));
}

/** Returns the request of a run without what it computes beside its methods. */
function alone(run: OptimizationRequest): OptimizationRequest {
  const { rolling_backtest: _backtest, monte_carlo: _simulation, efficient_frontier: _frontier, ...rest } = run;
  const { allocation: _allocation, ...own } = rest;
  return { ...own, doubtsOfRequest: [] };
}

/** Returns a doubt about a field of a run's request as one about a request that consists of this field alone. */
function withoutField(doubt: Doubt, field: string): Doubt {
  const { pointer } = doubt.evidence;
  if (typeof pointer !== "string" || !pointer.startsWith(`${field}/`)) return doubt;
  const own = pointer.slice(field.length);
  return { ...doubt, detail: doubt.detail.replaceAll(pointer, own), evidence: { ...doubt.evidence, pointer: own } };
}
