import { isOrdered } from "../cones/cone.ts";
import { isEpigraphCone } from "../cones/epigraph_cone.ts";
import type { Program } from "./program.ts";

/** Whether a program has blocks of cones that are epigraphs of functions, which have tangents. */
export function hasEpigraphs({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => isEpigraphCone(cone));
}

/** Whether a program has blocks of cones that no solver has. */
export function hasOrdered({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => isOrdered(cone));
}

/** Whether a program has blocks of cones that are no rows of numbers. */
export function hasCurves({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => !cone.isLinear);
}
