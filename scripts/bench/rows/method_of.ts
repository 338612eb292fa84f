import type { Kernels } from "../../../src/kernels/mod.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import type { MarketShape, WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

/** What a method of the list is sent. */
export type MethodParameters = Readonly<Record<string, unknown>>;

/** A method of the list with its parameters, long only, the moments given; without the conic solver beside it. */
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

/** What the name of a row tells of parameters: their words, each after a blank. */
export function wordsOf(parameters: MethodParameters): string {
  return Object.values(parameters).map((word) => ` ${word}`).join("");
}

/** The solution of a method of the list. */
export function solvedBy(
  id: string,
  problem: Problem,
  { parameters, kernels }: { readonly parameters: MethodParameters; readonly kernels: Kernels },
): Solution {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.solve(problem, method.parameters.parse(parameters), kernels);
}
