import { bindRules } from "../../../src/optimization/constraints/constraint_family.ts";
import { groups } from "../../../src/optimization/constraints/groups.ts";
import { linear } from "../../../src/optimization/constraints/linear.ts";
import { weightBounds } from "../../../src/optimization/constraints/weight_bounds.ts";
import type { BoundRules } from "../../../src/optimization/problem.ts";
import { reachableRanges } from "../../../src/optimization/ranges/reachable_ranges.ts";
import type { WorkerRow } from "../row.ts";
import { benchAssets } from "./bench_assets.ts";
import { benchProblem } from "./bench_problem.ts";

const OBSERVATIONS = 600;

/**
 * Returns the benchmark row of a preflight with rules that can be met: the ranges of weights, sums, return and
 * volatility.
 */
export function rangesOf(assets: number, { groups, rules }: { groups: number; rules: number }): WorkerRow {
  return {
    id: `ranges n=${assets}, ${groups} groups, ${rules} linear rules`,
    shape: { assets, observations: OBSERVATIONS },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels, rulesAround(returns.columns, { groups, rules }));
      return {
        run() {
          const { assets, sums } = reachableRanges(problem, kernels, { hasEstimates: true });
          const ranges = [...assets, ...[...sums.groups, ...sums.linear].map(([, range]) => range)];
          const isExact = ranges.every(({ min, max }) => min.isExact && max.isExact);
          return () => ({ objective: null, proven_optimal: isExact });
        },
        programs: [],
      };
    },
  };
}

/** Returns bounds, group limits and linear rules for a benchmark, all of which equal weights satisfy. */
function rulesAround(count: number, { groups: groupCount, rules }: { groups: number; rules: number }): BoundRules[] {
  const names = benchAssets(count);
  const map = Object.fromEntries(names.map((asset, i) => [asset, `group ${i % groupCount}`]));
  const held = [...new Set(Object.values(map))];
  const limits = held.map((group) => ({ group, min: 0.2 / held.length, max: 3 / held.length }));
  const tilts = Array.from({ length: rules }, (_, k) => {
    const own = names.map((_, i) => Math.sin(1 + (k + 2) * (i + 1)));
    const mean = own.reduce((sum, one) => sum + one, 0) / count;
    const coefficients = Object.fromEntries(names.map((asset, i) => [asset, own[i]]));
    return { name: `tilt ${k}`, coefficients, min: mean - 0.5, max: mean + 0.5 };
  });
  const bounds = bindRules(weightBounds, weightBounds.rules.parse({ max: Math.max(0.02, 5 / count) }));
  return [bounds, bindRules(groups, { map, rules: limits }), bindRules(linear, tilts)];
}
