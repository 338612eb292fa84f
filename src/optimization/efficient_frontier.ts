import { dot } from "../domain/matrix.ts";
import { volatilityOf } from "../measures/portfolio_volatility.ts";
import type { Kernels } from "../kernels/mod.ts";
import { GAIN, largestReturnAtLeastRisk } from "./largest_return_at_least_risk.ts";
import { leastRiskAtLargestReturn } from "./least_risk_at_largest_return.ts";
import { leastRiskAtReturn, type RiskComparison } from "./least_risk.ts";
import { ENFORCED } from "./methods/enforced.ts";
import { meanRisk } from "./methods/general/mean_risk.ts";
import type { FrontierBranch } from "./frontier_parameters.ts";
import { mirroredProblem } from "./mirrored_problem.ts";
import type { Problem } from "./problem.ts";
import { hasCosts, netReturnOf } from "./program/net_return.ts";
import type { MeasureChoice } from "./risk/measure_choice.ts";
import { programUnit } from "./risk/program_unit.ts";
import { volatility } from "./risk/volatility.ts";
import type { Solution } from "./solution.ts";

/** A portfolio of least risk for its return. */
export interface FrontierPoint {
  /** The half on which it lies; that of least risk is of the upper one. */
  readonly branch: FrontierBranch;
  /** Annual, less costs. */
  readonly return: number;
  /** Annual, by the estimated covariance. */
  readonly volatility: number;
  /** By the measure of the frontier: of a year where that is told of one, else per period. */
  readonly risk: number;
  readonly weights: Float64Array;
}

/** Share of the largest return that the points before the last may come near: nearer, the rules leave no room. */
const ROOM = 1e-8;

/** The points, and why there are none or which are not proven. */
export interface Frontier {
  readonly points: readonly FrontierPoint[] | null;
  readonly minimumRisk: FrontierPoint | null;
  /** That of the largest ratio of excess return to risk; null where there is none. */
  readonly maximumRatio: FrontierPoint | null;
  readonly detail: string | null;
}

/** What a frontier is asked for. */
export interface FrontierOptions {
  /** The number of points of each half. */
  readonly count: number;
  /** Whether the lower half is asked for beside the upper one. */
  readonly hasLower?: boolean;
  /** Volatility where absent. */
  readonly choice?: MeasureChoice<object>;
  /** Called before each point but the first of each half. */
  readonly onPoint?: () => void;
}

/**
 * The efficient frontier of a measure of risk under the rules of a problem: portfolios evenly spaced in expected
 * return, from that of least risk to the largest. The first is the one that earns most at the least risk, the last the
 * one of least risk at the largest return, each by its own solve, as is that of the largest ratio. Each between starts
 * from its neighbour.
 *
 * The lower half, where it is asked for, comes before: portfolios of least risk evenly spaced from the least return
 * that the rules allow up to the portfolio of least risk, which both halves share where there is one alone.
 */
export function efficientFrontier(problem: Problem, options: FrontierOptions, kernels: Kernels): Frontier {
  const { choice = { measure: volatility, parameters: {} } } = options;
  const comparison = { ...choice, problem, kernels, unit: programUnit(choice.measure, problem) };
  const calmest = largestReturnAtLeastRisk(comparison);
  const highest = leastRiskAtLargestReturn(comparison);
  const ratio = calmest.weights === null ? null : largestRatio(problem, choice, kernels);
  const ends = {
    minimumRisk: calmest.weights && pointOf(calmest.weights, comparison),
    maximumRatio: ratio?.weights ? pointOf(ratio.weights, comparison) : null,
  };
  const solved = calmest.weights === null || highest.weights === null
    ? null
    : solutionsBetween(comparison, { calmest, highest }, options);
  const lower = solved === null || !options.hasLower ? null : lowerHalf(comparison, calmest, options);
  const sentences = [
    solved === null ? whyNone(calmest, highest) : detailOf(solved),
    lower?.detail ?? null,
    ratio?.detail ?? null,
  ].filter((sentence) => sentence !== null);
  const upper = solved?.flatMap(({ weights }) => weights === null ? [] : [pointOf(weights, comparison)]) ?? null;
  return {
    ...ends,
    points: upper && [...lower?.points ?? [], ...upper],
    detail: sentences.length === 0 ? null : sentences.join("; "),
  };
}

/**
 * The points below that of least risk, the one of the least return first: the upper half of the problem with the signs
 * of the expected returns changed, without the portfolio of least risk that both halves have.
 */
function lowerHalf(
  comparison: RiskComparison,
  shared: Solution,
  options: FrontierOptions,
): { readonly points: readonly FrontierPoint[]; readonly detail: string | null } {
  // Where trades cost, portfolios of the least return pay for what earns nothing.
  if (hasCosts(comparison.problem)) return { points: [], detail: "The lower half has no points: it takes no costs" };
  const mirrored = { ...comparison, problem: mirroredProblem(comparison.problem) };
  const calmest = largestReturnAtLeastRisk(mirrored);
  const highest = leastRiskAtLargestReturn(mirrored);
  if (calmest.weights === null || highest.weights === null) {
    return { points: [], detail: `The lower half has no points: ${whyNone(calmest, highest)}` };
  }
  const solved = solutionsBetween(mirrored, { calmest, highest }, options);
  const own = earnAlike(comparison, shared.weights, calmest.weights) ? solved.slice(1) : solved;
  const found = own.flatMap(({ weights }) => weights === null ? [] : [pointOf(weights, comparison, "lower")]);
  const detail = detailOf(solved);
  return { points: found.reverse(), detail: detail && `In the lower half: ${detail} downwards` };
}

/** Whether two portfolios have the same expected return, but for what the search for the end of a half overlooks. */
function earnAlike(
  { problem: { expectedReturns } }: RiskComparison,
  one: Float64Array | null,
  other: Float64Array,
): boolean {
  const largest = expectedReturns.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  return one !== null && Math.abs(dot(expectedReturns, one) - dot(expectedReturns, other)) <= 2 * GAIN * largest;
}

/** Why there are no points: one of their ends has no weights. */
function whyNone(calmest: Solution, highest: Solution): string {
  const { detail } = calmest.weights === null ? calmest : highest;
  const why = detail ?? "The ends of the frontier cannot be computed";
  return calmest.weights === null || calmest.status === "optimal"
    ? why
    : `${why}; the portfolio of least risk is not proven optimal`;
}

/** The solutions of all points, from that of least risk to that of the largest return. */
function solutionsBetween(
  comparison: RiskComparison,
  { calmest, highest }: { readonly calmest: Solution; readonly highest: Solution },
  { count, onPoint = () => undefined }: FrontierOptions,
): readonly Solution[] {
  const { problem } = comparison;
  const [from, to] = [calmest, highest].map(({ weights }) => netReturnOf(weights ?? new Float64Array(0), problem));
  const solved = [calmest];
  let near = calmest.weights;
  for (let k = 1; k < count; k++) {
    onPoint();
    const target = Math.min(from + (to - from) * (k / (count - 1)), to - ROOM * Math.abs(to));
    if (k === count - 1) solved.push(highest);
    else if (target <= from || near === null) solved.push(calmest);
    else solved.push(leastRiskAtReturn(comparison, target, near));
    near = solved[k].weights ?? near;
  }
  return solved;
}

/** The portfolio of the largest ratio with a sentence where there is none, or it is not proven. */
function largestRatio(
  problem: Problem,
  { measure, parameters }: MeasureChoice<object>,
  kernels: Kernels,
): Pick<Solution, "weights" | "detail"> {
  const beyond = problem.rules.find(({ id }) => !ENFORCED.byRatios.has(id));
  if (beyond !== undefined) {
    return {
      weights: null,
      detail: `The portfolio of the largest ratio is not computed: methods of ratios do not enforce "${beyond.id}"`,
    };
  }
  const sent = { ...parameters, objective: "max_ratio", measure: measure.id } as const;
  const { status, weights, detail } = meanRisk.solve(problem, sent, kernels);
  return {
    weights,
    detail: status === "optimal" ? null : `The largest ratio has no proven portfolio: ${detail}`,
  };
}

/** Which points are not proven, and which are missing, counted from 1; null where all are proven. */
function detailOf(solved: readonly Solution[]): string | null {
  const placesOf = (isOne: (solution: Solution) => boolean): readonly number[] =>
    solved.flatMap((solution, k) => isOne(solution) ? [k + 1] : []);
  const missing = placesOf(({ weights }) => weights === null);
  const unproven = placesOf(({ status, weights }) => weights !== null && status !== "optimal");
  const sentences = [
    ...unproven.length === 0 ? [] : [`${subject(unproven, solved.length)} not proven optimal`],
    ...missing.length === 0 ? [] : [`${subject(missing, solved.length)} not found`],
  ];
  return sentences.length === 0 ? null : `${sentences.join(", and ")}, counted from the portfolio of least risk`;
}

/** Points by their places, those in a row by the first and the last of them. */
function subject(places: readonly number[], count: number): string {
  const runs: { first: number; last: number }[] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run?.last === place - 1) run.last = place;
    else runs.push({ first: place, last: place });
  }
  const named = runs.map(({ first, last }) => first === last ? `${first}` : `${first} to ${last}`).join(", ");
  return places.length === 1 ? `Point ${named} of ${count} is` : `Points ${named} of ${count} are`;
}

function pointOf(
  weights: Float64Array,
  { problem, measure, parameters, kernels }: RiskComparison,
  branch: FrontierBranch = "upper",
): FrontierPoint {
  const { covariance, periodsPerYear } = problem;
  const year = Math.sqrt(periodsPerYear), risk = measure.value(weights, { problem, parameters, kernels });
  return {
    branch,
    return: netReturnOf(weights, problem) * periodsPerYear,
    volatility: volatilityOf(weights, covariance) * year,
    risk: measure.isAnnual ? risk * year : risk,
    weights,
  };
}
