import type { Kernels } from "../../kernels/mod.ts";
import type { NamedSums, Problem } from "../problem.ts";
import type { Range } from "./range.ts";
import { type RangeSearch, type RangeWork, searchRanges } from "./range_search.ts";
import { type VolatilityRange, volatilityRange } from "./volatility_range.ts";

/** What rules allow: the range of every weight, and of every sum that they know by name. */
export interface ReachableRanges {
  /** In the order of the assets. */
  readonly assets: readonly Range[];
  readonly sums: Readonly<Record<NamedSums["name"], readonly (readonly [string, Range])[]>>;
  /** Of the expected return a year; null without estimates. */
  readonly annualReturn: Range | null;
  readonly annualVolatility: VolatilityRange | null;
}

/** About four seconds of one core for either. */
export const RANGE_WORK: RangeWork = { linear: 4e9, thorough: 1e9 };

/** Between what the weights, the sums of the rules and the expected return may be where all rules are kept. */
export function reachableRanges(
  problem: Problem,
  kernels: Kernels,
  { hasEstimates, work = RANGE_WORK }: { readonly hasEstimates: boolean; readonly work?: RangeWork },
): ReachableRanges {
  const compute = (search: RangeSearch): ReachableRanges => rangesBy(search, problem, { hasEstimates, kernels });
  return searchRanges(problem, kernels, { work, compute });
}

function rangesBy(
  search: RangeSearch,
  problem: Problem,
  { hasEstimates, kernels }: { readonly hasEstimates: boolean; readonly kernels: Kernels },
): ReachableRanges {
  const { assets, rules, expectedReturns, periodsPerYear } = problem;
  const known = rules.flatMap((bound) => bound.sums(assets) ?? []);
  const sums = (called: NamedSums["name"]): (readonly [string, Range])[] =>
    known.flatMap((own) => own.name === called ? own.sums : [])
      .map(({ name, coefficients }) => [name, search.rangeOf(coefficients)]);
  const annual = expectedReturns.map((mean) => periodsPerYear * mean);
  // Where the work runs out, it is better spent on many ends than on those that take most.
  const [groups, factors] = [sums("groups"), sums("factors")];
  const annualReturn = hasEstimates ? search.rangeOf(annual) : null;
  const weights = assets.map((_, i) => search.rangeOf(unit(assets.length, i)));
  const named = { groups, factors, linear: sums("linear") };
  const annualVolatility = hasEstimates ? volatilityRange({ problem, search, weights }, kernels) : null;
  return { assets: weights, sums: named, annualReturn, annualVolatility };
}

function unit(count: number, at: number): Float64Array {
  const coefficients = new Float64Array(count);
  coefficients[at] = 1;
  return coefficients;
}
