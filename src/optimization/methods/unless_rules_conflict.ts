import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { maxReturn } from "./mean_variance/max_return.ts";

/**
 * Replaces an `unbounded` solution of a ratio by `infeasible` if the rules conflict. A ray of the ratio proves nothing
 * if no weights keep the rules.
 */
export function unlessRulesConflict(solution: Solution, problem: Problem, kernels: Kernels): Solution {
  if (solution.status !== "unbounded") return solution;
  const best = maxReturn.solve(problem, {}, kernels);
  return best.status === "infeasible" ? best : solution;
}
