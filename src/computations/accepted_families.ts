import type { OptimizationRequest } from "../request/optimization_request.ts";
import { ENFORCED } from "../optimization/methods/enforced.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { MethodChoice } from "../request/parts/methods.ts";

/** Type of the parts of a run that must obey its constraint rules: methods, efficient frontier and backtest. */
export type RuledRun = Pick<OptimizationRequest, "methods" | "efficient_frontier" | "rolling_backtest">;

/**
 * Returns a function that tells whether a constraint family can be enforced by every method that must obey some rules.
 * Rules of one method (`owner`) concern that method alone. Rules of the run concern every method without rules of its
 * own, those of the backtest too, and the frontier.
 */
export function acceptedFamilies(run: RuledRun, owner: MethodChoice | null): (family: string) => boolean {
  const all = [...run.methods, ...run.rolling_backtest?.methods ?? []];
  const keepers = owner === null ? all.filter(({ constraints }) => constraints === null) : [owner];
  const enforced = keepers.flatMap(({ method, parameters }) => METHODS.get(method)?.enforces(parameters) ?? []);
  if (owner === null && run.efficient_frontier !== undefined) enforced.push(ENFORCED.byRiskMinimisers);
  return (family) => enforced.every((families) => families.has(family));
}
