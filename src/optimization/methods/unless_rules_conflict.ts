import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { maxReturn } from "./mean_variance/max_return.ts";

/**
 * A ratio that nothing stops, unless the rules conflict: of those that no weights keep a direction in which it grows
 * says nothing.
 */
export function unlessRulesConflict(solution: Solution, problem: Problem, kernels: Kernels): Solution {
  if (solution.status !== "unbounded") return solution;
  const best = maxReturn.solve(problem, {}, kernels);
  return best.status === "infeasible" ? best : solution;
}
