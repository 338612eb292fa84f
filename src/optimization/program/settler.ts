import type { Bounds } from "./bounds.ts";

/** Computes variables that follow from others, such as hinges, positive and negative parts, thresholds and norms. */
export interface Settler {
  /** Sets these variables, in place, to the values that their expressions have at the rest of the point. */
  settle(point: Float64Array): void;
  /** Narrows their bounds, in place, to the range of their expressions within the bounds of the other variables. */
  narrow(bounds: Bounds): void;
  /** The index of the variable t of an epigraph (t, x), if this settler sets one. */
  readonly ofEpigraph?: number;
}

/** Returns a settler that only narrows bounds, for models in which the variable may lie below its defining function. */
export function narrowing({ narrow }: Settler): Settler {
  return { settle() {}, narrow };
}
