import type { Kernels } from "../../kernels/mod.ts";
import type { NamedSums, Problem } from "../problem.ts";
import type { Range } from "./range.ts";
import { RangeSearch } from "./range_search.ts";

/** What rules allow: the range of every weight, and of every sum that they know by name. */
export interface ReachableRanges {
  /** In the order of the assets. */
  readonly assets: readonly Range[];
  readonly sums: Readonly<Record<NamedSums["name"], readonly (readonly [string, Range])[]>>;
  /** Of the expected return a year; null without estimates. */
  readonly annualReturn: Range | null;
}

/** Between what the weights, the sums of the rules and the expected return may be where all rules are kept. */
export function reachableRanges(
  problem: Problem,
  { hasEstimates, kernels }: { readonly hasEstimates: boolean; readonly kernels: Kernels },
): ReachableRanges {
  const { assets, expectedReturns, periodsPerYear } = problem;
  const search = new RangeSearch(problem, kernels);
  const sums = (name: NamedSums["name"]): (readonly [string, Range])[] =>
    problem.rules.flatMap((rules) => {
      const own = rules.sums(assets);
      return own?.name === name ? own.sums.map((one) => [one.name, search.rangeOf(one.coefficients)] as const) : [];
    });
  const annual = expectedReturns.map((mean) => periodsPerYear * mean);
  return {
    annualReturn: hasEstimates ? search.rangeOf(annual) : null,
    sums: { groups: sums("groups"), linear: sums("linear"), factors: sums("factors") },
    assets: assets.map((_, i) => search.rangeOf(unit(assets.length, i))),
  };
}

function unit(count: number, at: number): Float64Array {
  const coefficients = new Float64Array(count);
  coefficients[at] = 1;
  return coefficients;
}
