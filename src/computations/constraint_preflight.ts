import type { AssetId } from "../domain/asset.ts";
import type { Conflict } from "../domain/errors.ts";
import type { Kernels } from "../kernels/mod.ts";
import { CONFLICT_WORK, judgeConflict, type JudgedRules } from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import type { NamedSums, Problem } from "../optimization/problem.ts";
import { EXACT, type Range } from "../optimization/ranges/range.ts";
import type { VolatilityRange } from "../optimization/ranges/volatility_range.ts";
import {
  RANGE_WORK,
  type RangeWork,
  type ReachableRanges,
  reachableRanges,
} from "../optimization/ranges/reachable_ranges.ts";
import { SharedWork } from "../optimization/work/shared_work.ts";
import { type PreflightRequest, readPreflightConfig } from "../request/preflight_request.ts";
import { alignRun, type FoundHistory } from "./align_run.ts";
import type { ComputationContext } from "./computation.ts";
import { estimate, problemOf, problemWithoutPrices } from "./problem_of.ts";
import { judgeWithoutPrices } from "./refuse_conflicts.ts";
import { refuseEstimates } from "./refuse_estimates.ts";
import { storedJson } from "./stored_json.ts";

export interface ConstraintPreflightInputs {
  /** As `preflightConfig` makes it, JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Of listed assets whose prices count; null of all others. */
  readonly found: FoundHistory | null;
}

/** Whether rules can be met, and what they allow, or why they cannot. */
export interface ConstraintPreflight {
  /** Null where neither is proven within the work. */
  readonly isFeasible: boolean | null;
  /** Null where the rules do not conflict as far as is proven. */
  readonly conflict: Conflict | null;
  /** In the words of the answer; null where the rules conflict. */
  readonly ranges: RangesAnswer | null;
  /** The families whose rules need estimates, where there are none. */
  readonly notJudged: readonly string[];
}

/** As a range; the largest is between two. */
export interface VolatilityAnswer {
  readonly min: number;
  readonly max: readonly [low: number, high: number | null];
  readonly exact: boolean;
}

/** What the rules allow, by name. */
export interface RangesAnswer extends Readonly<Record<"assets" | NamedSums["name"], RangesByName>> {
  /** Annual, as the next; null without estimates. */
  readonly return: RangeAnswer | null;
  readonly volatility: VolatilityAnswer | null;
}

type RangesByName = Readonly<Record<string, RangeAnswer>>;

/** A range, null at an end that nothing limits. */
export interface RangeAnswer {
  readonly min: number | null;
  readonly max: number | null;
  readonly exact: boolean;
}

/** The preflight of rules before a run. Throws `validation_failed` and, of a provider's history, as `alignRun` does. */
export const constraintPreflight = {
  compute(inputs: ConstraintPreflightInputs, { kernels }: ComputationContext): ConstraintPreflight {
    return preflightWithin(inputs, kernels, RANGE_WORK);
  },
};

/** The preflight of rules within some work, counted. Throws as `constraintPreflight.compute`. */
export function preflightWithin(
  { config, found }: ConstraintPreflightInputs,
  kernels: Kernels,
  work: RangeWork,
): ConstraintPreflight {
  const request = readPreflightConfig(storedJson(config));
  const problem = judgedProblem(request, found, kernels);
  const shared = new SharedWork(work.all);
  const judged = judgeAll(request, problem, { kernels, shared });
  const notJudged = request.hasEstimates ? [] : familiesWithPrices(request).map(({ id }) => id);
  if (typeof judged !== "string") return { isFeasible: false, conflict: judged.conflict, ranges: null, notJudged };
  const ranges = reachableRanges(problem, kernels, { ...request, work, shared });
  const isFeasible = judged === "met" || ranges.isReached ? true : null;
  return { isFeasible, conflict: null, ranges: answerOf(request.assets, ranges), notJudged };
}

function familiesWithPrices({ constraints }: PreflightRequest): readonly { readonly id: string }[] {
  return [...CONSTRAINT_FAMILIES].filter(({ id, priceFree }) => !priceFree && Object.hasOwn(constraints, id));
}

/** All rules by the estimates of the request; without any, those that need none. */
function judgedProblem(
  { history: own, ...request }: PreflightRequest,
  found: FoundHistory | null,
  kernels: Kernels,
): Problem {
  const { constraints } = request;
  if (!request.hasEstimates) return problemWithoutPrices(request, { constraints, kernels });
  const history = alignRun({ ...request, history: own }, found);
  refuseEstimates(request, kernels, { isMoments: history === null });
  const inputs = { request, history };
  return problemOf(inputs, estimate(inputs, kernels), { constraints, kernels });
}

/** Of the work of a request the part that rules with prices may take to be judged. */
const JUDGED = 0.5;

/** By what a submission of the same rules is refused with, or else what its run would fail with. */
function judgeAll(
  request: PreflightRequest,
  problem: Problem,
  { kernels, shared }: { readonly kernels: Kernels; readonly shared: SharedWork },
): JudgedRules {
  const { constraints } = request;
  const judged = judgeWithoutPrices(request, { constraints, owner: null, work: CONFLICT_WORK, kernels });
  if (typeof judged !== "string" || !request.hasEstimates || familiesWithPrices(request).length === 0) return judged;
  return shared.within(JUDGED * shared.left, kernels, (counted) => judgeConflict(problem, counted)) ?? "undecided";
}

function answerOf(
  assets: readonly AssetId[],
  { sums, annualReturn, annualVolatility, ...ranges }: ReachableRanges,
): RangesAnswer {
  const named = (all: readonly (readonly [string, Range])[]): RangesByName =>
    Object.fromEntries(all.map(([name, range]) => [name, rangeAnswer(range)]));
  return {
    assets: named(assets.map((asset, i) => [asset, ranges.assets[i]])),
    groups: named(sums.groups),
    linear: named(sums.linear),
    factors: named(sums.factors),
    return: annualReturn && rangeAnswer(annualReturn),
    volatility: annualVolatility && volatilityAnswer(annualVolatility),
  };
}

function volatilityAnswer({ min, max: [low, high] }: VolatilityRange): VolatilityAnswer {
  const isExact = min.isExact && high - low <= EXACT * high;
  return { min: min.value, max: [low, finite(high)], exact: isExact };
}

function rangeAnswer({ min, max }: Range): RangeAnswer {
  return { min: finite(min.value), max: finite(max.value), exact: min.isExact && max.isExact };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
