import type { Bounds } from "./bounds.ts";

/** Variables that others set: hinges, parts, thresholds, norms. */
export interface Settler {
  /** Sets them, in place, to what their expressions ask for at the rest of a point. */
  settle(point: Float64Array): void;
  /** Narrows their bounds, in place, to what they can be set to while the rest of a point keeps its bounds. */
  narrow(bounds: Bounds): void;
  /** The t of an epigraph, if it sets that. */
  readonly ofEpigraph?: number;
}

/** What narrows as a settler does and sets nothing: for models in which its variables may be less than they are. */
export function narrowing({ narrow }: Settler): Settler {
  return { settle() {}, narrow };
}
