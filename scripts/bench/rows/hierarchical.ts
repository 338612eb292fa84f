import { METHODS } from "../../../src/optimization/methods/mod.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Judge, WorkerRow } from "../row.ts";
import { benchProblem } from "./bench_problem.ts";

const OBSERVATIONS = 2_500;

type Parameters = Readonly<Record<string, unknown>>;

/** A hierarchical method, the covariance given. */
export function hierarchicalOf(method: string, assets: number, parameters: Parameters = {}): WorkerRow {
  const words = Object.values(parameters).map((word) => ` ${word}`).join("");
  return {
    id: `${method}${words} n=${assets}`,
    shape: { assets, observations: OBSERVATIONS },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return { run: () => solved(method, problem, { parameters, kernels }), programs: [] };
    },
  };
}

/** The same from the returns on. */
export function hierarchicalOfReturns(method: string, assets: number): WorkerRow {
  return {
    id: `${method} n=${assets} and its moments`,
    shape: { assets, observations: OBSERVATIONS },
    prepare(returns, kernels) {
      return {
        run: () => solved(method, benchProblem(returns, kernels), { parameters: {}, kernels }),
        programs: [],
      };
    },
  };
}

/** A formula has nothing to prove. */
function solved(
  id: string,
  problem: Problem,
  { parameters, kernels }: { readonly parameters: Parameters; readonly kernels: Kernels },
): Judge {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const { status, detail } = method.solve(problem, method.parameters.parse(parameters), kernels);
  if (status !== "computed") throw new Error(`Cannot time ${id}, which is ${status}: ${detail}`);
  return () => ({ objective: null, proven_optimal: null });
}
