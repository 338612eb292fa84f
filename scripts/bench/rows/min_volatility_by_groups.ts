import { bindRules } from "../../../src/optimization/constraints/constraint_family.ts";
import type { BoundRules } from "../../../src/optimization/problem.ts";
import { groups } from "../../../src/optimization/constraints/groups.ts";
import { minVolatility } from "../../../src/optimization/methods/mean_variance/min_volatility.ts";
import type { WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";
import { volatilityProgram } from "./min_volatility.ts";

const GROUPS = 10;

/** Benchmark row of least volatility with ten groups of assets, each limited to 5 to 15 percent. */
export const minVolatilityByGroups: WorkerRow = {
  id: "min_volatility n=500, 10 groups",
  shape: { assets: 500, observations: 2_500 },
  prepare(returns, kernels) {
    const problem = benchProblem(returns, kernels, [tenGroups(returns.columns)]);
    return {
      run: () => judgeOf(minVolatility.solve(problem, {}, kernels)),
      programs: [volatilityProgram(problem)],
    };
  },
};

function tenGroups(assets: number): BoundRules {
  const map = Object.fromEntries(Array.from({ length: assets }, (_, i) => [`A${i}`, `group ${i % GROUPS}`]));
  const rules = Array.from({ length: GROUPS }, (_, i) => ({ group: `group ${i}`, min: 0.05, max: 0.15 }));
  return bindRules(groups, { map, rules });
}
