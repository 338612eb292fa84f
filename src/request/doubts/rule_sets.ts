import type { OptimizationRequest } from "../optimization_request.ts";
import type { Constraints } from "../parts/constraints.ts";

/** Type of the constraint rules of a run, or of one of its methods, with their place in the request body. */
export interface RuleSet {
  readonly pointer: string;
  readonly constraints: Constraints;
}

/** Returns every set of constraint rules in a request: the run's, those of its methods and those of the backtest's. */
export function ruleSetsOf({ constraints, methods, rolling_backtest: backtest }: OptimizationRequest): RuleSet[] {
  const own = (list: OptimizationRequest["methods"], base: string): RuleSet[] =>
    list.flatMap((method, i) =>
      method.constraints === null ? [] : [{ pointer: `${base}/${i}/constraints`, constraints: method.constraints }]
    );
  return [
    { pointer: "/constraints", constraints },
    ...own(methods, "/methods"),
    ...own(backtest === undefined || backtest.methods === methods ? [] : backtest.methods, "/rolling_backtest/methods"),
  ];
}
