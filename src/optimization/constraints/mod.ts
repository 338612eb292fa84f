import { type Registry, registry } from "../../domain/registry.ts";
import type { ConstraintFamily, RuleKind } from "./constraint_family.ts";
import { budget } from "./budget.ts";
import { cardinality } from "./cardinality.ts";
import { concentration } from "./concentration.ts";
import { exposure } from "./exposure.ts";
import { factorExposure } from "./factor_exposure.ts";
import { groups } from "./groups.ts";
import { linear } from "./linear.ts";
import { locked } from "./locked.ts";
import { minPosition } from "./min_position.ts";
import { minReturn } from "./min_return.ts";
import { riskLimits } from "./risk_limits.ts";
import { trackingError } from "./tracking_error.ts";
import { transactionCosts } from "./transaction_costs.ts";
import { turnover } from "./turnover.ts";
import { weightBounds } from "./weight_bounds.ts";

/** All constraint families of requests, in the order of reports. */
export const CONSTRAINT_FAMILIES: Registry<ConstraintFamily> = registry<ConstraintFamily>([
  weightBounds,
  groups,
  linear,
  budget,
  exposure,
  turnover,
  transactionCosts,
  trackingError,
  riskLimits,
  minReturn,
  factorExposure,
  concentration,
  cardinality,
  minPosition,
  locked,
]);

/** The ids of the families of given kinds. */
export function familiesOf(...kinds: readonly RuleKind[]): ReadonlySet<string> {
  return new Set([...CONSTRAINT_FAMILIES].filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
}

export { comparesByPairs, NO_PAIRS } from "./compares_by_pairs.ts";
export { UNORDERED, UNWEIGHED } from "./scenario_reasons.ts";
