import type { AssetId } from "../domain/asset.ts";
import { type Doubt, inOrder } from "../domain/doubt.ts";
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
import { requestDoubts } from "../request/doubts/mod.ts";
import { withPeriods } from "./with_periods.ts";
import { alignRun, type FoundHistory } from "./align_run.ts";
import type { ComputationContext } from "./computation.ts";
import { dataOfResult } from "./data_of_result.ts";
import { estimate, problemOf, problemWithoutPrices } from "./problem_of.ts";
import { judgeWithoutPrices } from "./refuse_conflicts.ts";
import { decodeUploadedHistory } from "../request/uploaded_history.ts";
import { refuseEstimates } from "./refuse_estimates.ts";
import { storedJson } from "./stored_json.ts";

export interface ConstraintPreflightInputs {
  /** Config of the constraint preflight, as JSON written by `preflightConfig`. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** History of the upload that the config names, encoded by `encodeUploadedHistory`; null or absent without one. */
  readonly uploaded?: Uint8Array<ArrayBuffer> | null;
  /** Price history from market data; null if the constraint preflight needs none. */
  readonly found: FoundHistory | null;
}

/**
 * Answer of a constraint preflight: whether the constraint rules can be met, which ranges they allow, or why they
 * conflict.
 */
export interface ConstraintPreflight {
  /** Whether the constraint rules can be met; null if neither answer is proven within the allowed amount of work. */
  readonly isFeasible: boolean | null;
  /** Conflict of the constraint rules; null if no conflict is proven. */
  readonly conflict: Conflict | null;
  /** Ranges of weights, return and volatility that the constraint rules allow; null if the rules conflict. */
  readonly ranges: RangesAnswer | null;
  /**
   * Ids of the constraint families that were not checked, because their rules need estimates and the request has none.
   */
  readonly notJudged: readonly string[];
  /** Doubts about the numbers of the request and about the prices that were read; the most severe first. */
  readonly doubts: readonly Doubt[];
}

/**
 * Range of annual volatility that the constraint rules allow. The largest volatility is known only to lie between the
 * two bounds in `max`; the upper bound is null if there is none.
 */
export interface VolatilityAnswer {
  readonly min: number;
  readonly max: readonly [low: number, high: number | null];
  readonly exact: boolean;
}

/** Ranges of weights that the constraint rules allow: for each asset, group, linear rule and factor, by name. */
export interface RangesAnswer extends Readonly<Record<"assets" | NamedSums["name"], RangesByName>> {
  /** Range of the annual expected return that the rules allow; null without estimates. */
  readonly return: RangeAnswer | null;
  readonly volatility: VolatilityAnswer | null;
}

type RangesByName = Readonly<Record<string, RangeAnswer>>;

/** A range of values that constraint rules allow. An end is null if the rules do not limit it. */
export interface RangeAnswer {
  readonly min: number | null;
  readonly max: number | null;
  readonly exact: boolean;
}

/**
 * Checks the constraint rules of a request before any run: whether they can be met together, and which ranges they
 * allow. Throws `validation_failed`, and for data of a provider the errors of `alignRun`.
 */
export const constraintPreflight = {
  compute(inputs: ConstraintPreflightInputs, { kernels }: ComputationContext): ConstraintPreflight {
    return preflightWithin(inputs, kernels, RANGE_WORK);
  },
};

/**
 * Computes a constraint preflight within a given amount of counted work. Throws the same errors as
 * `constraintPreflight.compute`.
 */
export function preflightWithin(
  { config, uploaded = null, found }: ConstraintPreflightInputs,
  kernels: Kernels,
  work: RangeWork,
): ConstraintPreflight {
  const history = uploaded === null ? undefined : decodeUploadedHistory(uploaded);
  const request = readPreflightConfig(storedJson(config), history);
  const { problem, doubts } = judgedProblem(request, found, kernels);
  const shared = new SharedWork(work.all);
  const judged = judgeAll(request, problem, { kernels, shared });
  const notJudged = request.hasEstimates ? [] : familiesWithPrices(request).map(({ id }) => id);
  if (typeof judged !== "string") {
    return { isFeasible: false, conflict: judged.conflict, ranges: null, notJudged, doubts };
  }
  const ranges = reachableRanges(problem, kernels, { ...request, work, shared });
  const isFeasible = judged === "met" || ranges.isReached ? true : null;
  return { isFeasible, conflict: null, ranges: answerOf(request.assets, ranges), notJudged, doubts };
}

function familiesWithPrices({ constraints }: PreflightRequest): readonly { readonly id: string }[] {
  return [...CONSTRAINT_FAMILIES].filter(({ id, priceFree }) => !priceFree && Object.hasOwn(constraints, id));
}

/** A problem whose rules are checked, and the doubts about what it was made from. */
interface JudgedProblem extends Pick<ConstraintPreflight, "doubts"> {
  readonly problem: Problem;
}

/**
 * Builds the optimisation problem whose rules a constraint preflight checks: all rules with the estimates of the
 * request, or only the rules that need no prices if the request has no estimates.
 */
function judgedProblem(
  { history: own, ...request }: PreflightRequest,
  found: FoundHistory | null,
  kernels: Kernels,
): JudgedProblem {
  const { constraints } = request, doubtsOfRequest = requestDoubts({ ...request, history: own });
  if (!request.hasEstimates) {
    return { problem: problemWithoutPrices(request, { constraints, kernels }), doubts: inOrder(doubtsOfRequest) };
  }
  const history = alignRun({ ...request, history: own }, found);
  refuseEstimates(request, kernels, { isMoments: history === null });
  const inputs = { request: { ...withPeriods(request, history), doubtsOfRequest }, history };
  const estimates = estimate(inputs, kernels);
  return {
    problem: problemOf(inputs, estimates, { constraints, kernels }),
    doubts: dataOfResult(inputs, estimates).doubts,
  };
}

/** Largest fraction of the remaining work of a constraint preflight that may be spent on rules that need prices. */
const JUDGED = 0.5;

/**
 * Checks whether the constraint rules of a request can be met: first those that need no prices, as a submission does,
 * then all, as a run does.
 */
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
