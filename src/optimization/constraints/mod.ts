import { type Registry, registry } from "../../domain/registry.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { budget } from "./budget.ts";
import { exposure } from "./exposure.ts";
import { groups } from "./groups.ts";
import { linear } from "./linear.ts";
import { locked } from "./locked.ts";
import { minReturn } from "./min_return.ts";
import { turnover } from "./turnover.ts";
import { weightBounds } from "./weight_bounds.ts";

export { CONSTRAINT_FAMILY_IDS } from "./constraint_family_ids.ts";

/** Every family that a request may use, in the order of reports. A family beyond this list is refused. */
export const CONSTRAINT_FAMILIES: Registry<ConstraintFamily> = registry<ConstraintFamily>([
  weightBounds,
  groups,
  linear,
  budget,
  exposure,
  turnover,
  minReturn,
  locked,
]);
