import type { Kernels } from "../../kernels/mod.ts";
import type { NamedSums, Problem } from "../problem.ts";
import { leastVolatility } from "./least_volatility.ts";
import type { Range, RangeEnd } from "./range.ts";
import { type RangeSearch, searchRanges } from "./range_search.ts";
import { SharedWork } from "../work/shared_work.ts";
import { type VolatilityRange, volatilityRange } from "./volatility_range.ts";

/** The smallest and largest value of each weight, and of each group, factor and other sum that rules name. */
export interface ReachableRanges {
  /** In the order of the assets. */
  readonly assets: readonly Range[];
  readonly sums: Readonly<Record<NamedSums["name"], readonly (readonly [string, Range])[]>>;
  /** Range of the expected return per year; null without estimates. */
  readonly annualReturn: Range | null;
  readonly annualVolatility: VolatilityRange | null;
  /** Whether weights that keep all rules were found. If not, the rules may be infeasible. */
  readonly isReached: boolean;
}

/**
 * Work limits: in total, for ends under curved or integer rules, and for the least volatility. The unit is about a
 * nanosecond of one core.
 */
export interface RangeWork {
  readonly all: number;
  readonly thorough: number;
  readonly volatility: number;
}

export const RANGE_WORK: RangeWork = { all: 1e10, thorough: 4e9, volatility: 2e9 };

/** Computes the ranges of the weights, the named sums, the expected return and the volatility under all rules. */
export function reachableRanges(
  problem: Problem,
  kernels: Kernels,
  { hasEstimates, work = RANGE_WORK, shared = new SharedWork(work.all) }: {
    readonly hasEstimates: boolean;
    readonly work?: RangeWork;
    /** The remaining work of the request to which the ranges belong. */
    readonly shared?: SharedWork;
  },
): ReachableRanges {
  const leastBy = (search: RangeSearch): RangeEnd | null =>
    hasEstimates ? leastVolatility({ problem, search }, kernels, { shared, most: work.volatility }) : null;
  const compute = (search: RangeSearch): ReachableRanges => rangesBy(search, problem, leastBy(search));
  return searchRanges(problem, kernels, { work: { shared, thorough: work.thorough }, compute });
}

/** The ranges, given the least volatility per period; null without estimates. */
function rangesBy(search: RangeSearch, problem: Problem, least: RangeEnd | null): ReachableRanges {
  const { assets, rules, expectedReturns, periodsPerYear } = problem;
  const known = rules.flatMap((bound) => bound.sums(assets) ?? []);
  const sums = (called: NamedSums["name"]): (readonly [string, Range])[] =>
    known.flatMap((own) => own.name === called ? own.sums : [])
      .map(({ name, coefficients }) => [name, search.rangeOf(coefficients)]);
  const annual = expectedReturns.map((mean) => periodsPerYear * mean);
  // If the work runs out, many cheap ends are worth more than a few expensive ones.
  const [groups, factors] = [sums("groups"), sums("factors")];
  const annualReturn = least && search.rangeOf(annual);
  const weights = assets.map((_, i) => search.rangeOf(unit(assets.length, i)));
  const named = { groups, factors, linear: sums("linear") };
  const annualVolatility = least && volatilityRange({ problem, search, weights, least });
  return {
    assets: weights,
    sums: named,
    annualReturn,
    annualVolatility,
    isReached: search.isReached || least?.isExact === true,
  };
}

function unit(count: number, at: number): Float64Array {
  const coefficients = new Float64Array(count);
  coefficients[at] = 1;
  return coefficients;
}
