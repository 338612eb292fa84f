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

/** A family that a request may name, to be told that it is not available yet. */
type Announced = Pick<ConstraintFamily, "id" | "kind">;

/** In the order of reports. */
const LISTED: readonly (ConstraintFamily | Announced)[] = [
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
];

/** Every family that a request may use. A family beyond this list is refused. */
export const CONSTRAINT_FAMILIES: Registry<ConstraintFamily> = registry(
  LISTED.filter((one): one is ConstraintFamily => "constrain" in one),
);

/** The ids of all families, those that are only announced as well. */
export const CONSTRAINT_FAMILY_IDS: readonly string[] = LISTED.map(({ id }) => id);

/** The families of some kinds, by their ids. */
export function familiesOf(...kinds: readonly RuleKind[]): ReadonlySet<string> {
  return new Set(LISTED.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
}
