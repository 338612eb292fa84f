import { conesOfHinges, dense, evenCones, unscaledCones, withoutHinges } from "./by_engines.ts";
import { leastMiss } from "./least_miss.ts";
import type { Rescue } from "./rescue.ts";
import { smallerSteps } from "./smaller_steps.ts";

/** All rescues in the order in which they are tried. The first verdict is the answer. */
export const RESCUES: readonly Rescue[] = [
  leastMiss,
  withoutHinges,
  conesOfHinges,
  unscaledCones,
  evenCones,
  dense,
  smallerSteps,
];
