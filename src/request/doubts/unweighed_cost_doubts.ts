import { jsonPointer } from "../../domain/errors.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { unweighedCosts } from "../../doubts/kinds/unweighed_costs.ts";
import { CONSTRAINT_FAMILIES } from "../../optimization/constraints/mod.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import type { MethodChoice } from "../parts/methods.ts";
import type { RequestFacts } from "./request_facts.ts";
import { type RuleSet, ruleSetsOf } from "./rule_sets.ts";

/** Returns the doubts about costs that move no weights of a method, because it weighs no expected return. */
export function unweighedCostDoubts({ request }: RequestFacts): readonly Doubt[] {
  const methods = [...request.methods, ...request.rolling_backtest?.methods ?? []];
  return ruleSetsOf(request).flatMap((rules) => {
    const keepers = methods.filter(({ constraints }) => (constraints ?? request.constraints) === rules.constraints);
    return doubtsOf(rules, keepers.filter((choice) => !weighsReturn(choice)));
  });
}

function weighsReturn({ method, parameters }: MethodChoice): boolean {
  return METHODS.get(method)?.needs(parameters).expectedReturns ?? true;
}

function doubtsOf({ constraints, pointer }: RuleSet, without: readonly MethodChoice[]): readonly Doubt[] {
  // A limit on the return is one on the return less costs.
  if (Object.hasOwn(constraints, "min_return")) return [];
  return [...CONSTRAINT_FAMILIES].flatMap(({ id, unweighed }) => {
    if (!Object.hasOwn(constraints, id) || unweighed?.(constraints[id]) !== true) return [];
    const keepers = without.filter(({ method, parameters }) => METHODS.get(method)?.enforces(parameters).has(id));
    if (keepers.length === 0) return [];
    const methods = [...new Set(keepers.map(({ method }) => method))];
    return [unweighedCosts.about([], { pointer: `${pointer}${jsonPointer(id)}`, methods, family: id })];
  });
}
