import { dot } from "../../domain/matrix.ts";
import { quadraticTimes } from "../program/program.ts";
import type { Supports } from "./tangent_model.ts";
import type { TangentSearch } from "./tangent_search.ts";

/** From one point to another. */
export interface Move {
  readonly centre: Float64Array;
  readonly target: Float64Array;
}

/** By how much the slopes at a point say that another is better. */
export function promiseOf(
  search: TangentSearch,
  { centre, target, supports }: Move & { readonly supports: Supports },
): number {
  const step = target.map((entry, j) => entry - centre[j]);
  const gradient = quadraticTimes(search.program, centre);
  search.program.linear.forEach((slope, j) => gradient[j] += slope);
  let promised = 0;
  const moved = search.program.rows.evaluate(step);
  search.model.epigraphs.forEach(({ block, variable, cost }, k) => {
    gradient[variable] = 0;
    const { slopes } = supports[k], { constant } = search.program.rows;
    slopes.forEach((slope, i) => {
      const row = block.firstRow + 1 + i;
      promised -= (cost ?? 0) * slope * (moved[row] - constant[row]);
    });
  });
  return Math.max(0, promised - dot(gradient, step));
}
