import type { Kernels } from "../../kernels/mod.ts";
import type { NamedSums, Problem } from "../problem.ts";
import type { Range } from "./range.ts";
import { type RangeSearch, type RangeWork, searchRanges } from "./range_search.ts";

/** What rules allow: the range of every weight, and of every sum that they know by name. */
export interface ReachableRanges {
  /** In the order of the assets. */
  readonly assets: readonly Range[];
  readonly sums: Readonly<Record<NamedSums["name"], readonly (readonly [string, Range])[]>>;
  /** Of the expected return a year; null without estimates. */
  readonly annualReturn: Range | null;
}

/** Seconds of one core for either. */
export const RANGE_WORK: RangeWork = { linear: 4e9, thorough: 4e9 };

/** Between what the weights, the sums of the rules and the expected return may be where all rules are kept. */
export function reachableRanges(
  problem: Problem,
  kernels: Kernels,
  { hasEstimates, work = RANGE_WORK }: { readonly hasEstimates: boolean; readonly work?: RangeWork },
): ReachableRanges {
  return searchRanges(problem, kernels, { work, compute: (search) => rangesBy(search, problem, { hasEstimates }) });
}

function rangesBy(
  search: RangeSearch,
  { assets, rules, expectedReturns, periodsPerYear }: Problem,
  { hasEstimates }: { readonly hasEstimates: boolean },
): ReachableRanges {
  const sums = (name: NamedSums["name"]): (readonly [string, Range])[] =>
    rules.map((bound) => bound.sums(assets))
      .flatMap((own) => own?.name === name ? own.sums : [])
      .map(({ name, coefficients }) => [name, search.rangeOf(coefficients)]);
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
