import type { Doubt } from "../../domain/doubt.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { BacktestRequest } from "../parts/backtest.ts";
import type { SimulationRequest } from "../parts/simulation.ts";
import { requestDoubts } from "./mod.ts";

/**
 * Returns the doubts about the numbers of a backtest of a run, and about those that it takes from the request of the
 * run. A pointer leads into the config of the backtest, or of the run where only that has the field.
 */
export function backtestDoubts(run: OptimizationRequest, backtest: BacktestRequest): readonly Doubt[] {
  const { methods } = backtest;
  return requestDoubts({ ...alone(run), methods, rolling_backtest: backtest })
    .map((doubt) => withoutField(doubt, "/rolling_backtest"));
}

/** Returns the doubts about the numbers of a simulation of one method of a run, like `backtestDoubts`. */
export function simulationDoubts(run: OptimizationRequest, simulation: SimulationRequest): readonly Doubt[] {
  const others = run.methods.flatMap(({ key }, i) => key === simulation.method ? [] : [`/methods/${i}`]);
  const isOfOther = ({ evidence: { pointer } }: Doubt): boolean =>
    typeof pointer === "string" && others.some((other) => `${pointer}/`.startsWith(`${other}/`));
  return requestDoubts({ ...alone(run), monte_carlo: simulation })
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
