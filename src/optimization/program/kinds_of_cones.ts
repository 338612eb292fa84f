import { isOrdered } from "../cones/cone.ts";
import { isEpigraphCone } from "../cones/epigraph_cone.ts";
import type { Program } from "./program.ts";

/** Whether a program has epigraph cones, which can be approximated by tangents. */
export function hasEpigraphs({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => isEpigraphCone(cone));
}

/** Whether a program has mean differences or ordered sums, whose cones no solver supports. */
export function hasOrdered({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => isOrdered(cone));
}

/** Whether a program has curved cones. */
export function hasCurves({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => !cone.isLinear);
}
