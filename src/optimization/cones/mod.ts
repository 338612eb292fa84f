import { type Registry, registry } from "../../domain/registry.ts";
import type { Cone, OrderedCone } from "./cone.ts";
import { entropic } from "./entropic.ts";
import { exponential } from "./exponential.ts";
import { logarithmic } from "./logarithmic.ts";
import { meanDifference } from "./mean_difference.ts";
import { nonnegative } from "./nonnegative.ts";
import { orderedSum } from "./ordered_sum.ts";
import { power } from "./power.ts";
import { powerMean } from "./power_mean.ts";
import { relativistic } from "./relativistic.ts";
import { secondOrder } from "./second_order.ts";
import { zero } from "./zero.ts";

/**
 * The cones in the order in which a program stacks its blocks. Cones with the same id are stacked together, whatever
 * their parameters.
 */
export const CONES: Registry<Cone> = registry<Cone>([
  zero,
  nonnegative,
  secondOrder,
  exponential,
  power(0.5),
  entropic(0.95),
  logarithmic(Float64Array.of(1)),
  powerMean({ order: 2, isBelow: false }),
  relativistic({ confidence: 0.95, kappa: 0.3 }),
]);

/** The cones that no solver supports. Their blocks follow all others. */
export const ORDERED_CONES: Registry<OrderedCone> = registry<OrderedCone>([
  meanDifference,
  orderedSum(Float64Array.of(1)),
]);
