import type { OptimizationRequest } from "../request/run_request.ts";
import { ENFORCED } from "../optimization/methods/enforced.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { MethodChoice } from "../request/parts/methods.ts";

/** What of a run keeps its rules. */
export type RuledRun = Pick<OptimizationRequest, "methods" | "efficient_frontier" | "rolling_backtest">;

/**
 * Whether whoever has to keep some rules takes rules of a family: the method that has them for its own; where they are
 * the run's, every method without its own, those of the backtest too, and the frontier.
 */
export function acceptedFamilies(run: RuledRun, owner: MethodChoice | null): (family: string) => boolean {
  const all = [...run.methods, ...run.rolling_backtest?.methods ?? []];
  const keepers = owner === null ? all.filter(({ constraints }) => constraints === null) : [owner];
  const enforced = keepers.flatMap(({ method, parameters }) => METHODS.get(method)?.enforces(parameters) ?? []);
  if (owner === null && run.efficient_frontier !== undefined) enforced.push(ENFORCED.byRiskMinimisers);
  return (family) => enforced.every((families) => families.has(family));
}
