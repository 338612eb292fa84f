import { weightBounds } from "../constraints/weight_bounds.ts";
import { rulesInForce } from "../program/constrain_by_rules.ts";
import type { Problem } from "../problem.ts";
import type { PlacedBounds } from "./split_weights.ts";

/**
 * Returns the bounds of the weights that are in force, for the assets in the given order. Lower bounds are at least 0.
 */
export function placeBounds(problem: Problem, order: Int32Array): PlacedBounds {
  const n = problem.assets.length;
  const lower = new Float64Array(n), upper = new Float64Array(n).fill(Infinity);
  const rules = rulesInForce(problem).find(({ id }) => id === weightBounds.id);
  const limits = rules?.evaluate(new Float64Array(n), problem) ?? [];
  order.forEach((asset, place) => {
    lower[place] = Math.max(0, limits[asset]?.min ?? 0);
    upper[place] = limits[asset]?.max ?? Infinity;
  });
  return { lower, upper };
}
