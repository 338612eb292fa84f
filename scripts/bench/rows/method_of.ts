import type { Kernels } from "../../../src/kernels/mod.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import type { MarketShape, WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

/** Parameters of a method, by name, as a request states them. */
export type MethodParameters = Readonly<Record<string, unknown>>;

/**
 * Returns the benchmark row of a method with its parameters, long only with given mean and covariance. It has no
 * comparison with the conic solver.
 */
export function methodOf(method: string, shape: MarketShape, parameters: MethodParameters = {}): WorkerRow {
  return {
    id: `${method}${wordsOf(parameters)} n=${shape.assets} T=${shape.observations}`,
    shape,
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return { run: () => judgeOf(solvedBy(method, problem, { parameters, kernels })), programs: [] };
    },
  };
}

/** Returns the values of a method's parameters as text for the name of a benchmark row, each after a space. */
export function wordsOf(parameters: MethodParameters): string {
  return Object.values(parameters).map((word) => ` ${word}`).join("");
}

/** Returns the solution of a problem by the method with the given id. Throws for an unknown id. */
export function solvedBy(
  id: string,
  problem: Problem,
  { parameters, kernels }: { readonly parameters: MethodParameters; readonly kernels: Kernels },
): Solution {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.solve(problem, method.parameters.parse(parameters), kernels);
}
