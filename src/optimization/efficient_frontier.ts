import { dot } from "../domain/matrix.ts";
import { volatilityOf } from "../measures/portfolio_volatility.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { FrontierBranch } from "./frontier_parameters.ts";
import { type FrontierPart, type FrontierSolution, frontierSolver } from "./frontier_parts.ts";
import { GAIN } from "./largest_return_at_least_risk.ts";
import { mirroredProblem } from "./mirrored_problem.ts";
import type { Problem } from "./problem.ts";
import { hasCosts, netReturnOf } from "./program/net_return.ts";
import { supportRulesOf } from "./weights/search_weights.ts";
import type { MeasureChoice } from "./risk/measure_choice.ts";
import { volatility } from "./risk/volatility.ts";

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
  /** Largest number of neighbouring points that are one part; one part has all points of a half if absent. */
  readonly pointsOfPart?: number;
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
  const { choice = ofVolatility, onPoint } = options;
  const steps = frontierSteps(problem, options, kernels), solve = frontierSolver(problem, choice, kernels);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.map((part) => solve(part, onPoint)));
  return step.value;
}

const ofVolatility: MeasureChoice<object> = { measure: volatility, parameters: {} };

/**
 * The steps of `efficientFrontier`, for a caller that solves the parts of each step by itself, in any order: yields the
 * parts of a step, takes the solutions of each of them, and returns the frontier in the end. The caller calls `onPoint`
 * for the points that it solves.
 */
export function* frontierSteps(
  problem: Problem,
  options: FrontierOptions,
  kernels: Kernels,
): Generator<readonly FrontierPart[], Frontier, readonly (readonly FrontierSolution[])[]> {
  const comparison = { ...options.choice ?? ofVolatility, problem, kernels };
  const [[calmest], [highest]] = yield endsOf("upper");
  const upper = halfBetween({ half: "upper", problem, calmest, highest }, options);
  // Where trades cost, portfolios of the least return pay for what earns nothing.
  const isLowerSolved = upper !== null && options.hasLower === true && !hasCosts(problem);
  const hasRatio = calmest.weights !== null;
  const found = yield [
    ...hasRatio ? [{ solve: "largest_ratio" } as const] : [],
    ...upper?.parts ?? [],
    ...isLowerSolved ? endsOf("lower") : [],
  ];
  const ratio = hasRatio ? found[0][0] : null;
  const ofUpper = found.slice(hasRatio ? 1 : 0, found.length - (isLowerSolved ? 2 : 0));
  const solved = upper && upper.joined(ofUpper);
  const [[lowest], [leastReturn]] = isLowerSolved ? found.slice(-2) : [[], []];
  const lower = !options.hasLower || solved === null
    ? null
    : isLowerSolved
    ? yield* lowerHalf({ comparison, shared: calmest, calmest: lowest, highest: leastReturn }, options)
    : { points: [], detail: "The lower half has no points: it takes no costs" };
  const sentences = [
    solved === null ? whyNone(calmest, highest) : detailOf(solved),
    lower?.detail ?? null,
    ratio?.detail ?? null,
  ].filter((sentence) => sentence !== null);
  const points = solved?.flatMap(({ weights }) => weights === null ? [] : [pointOf(weights, comparison)]) ?? null;
  return {
    minimumRisk: calmest.weights && pointOf(calmest.weights, comparison),
    maximumRatio: ratio?.weights ? pointOf(ratio.weights, comparison) : null,
    points: points && [...lower?.points ?? [], ...points],
    detail: sentences.length === 0 ? null : sentences.join("; "),
  };
}

/** The parts that are the ends of a half: the portfolio of least risk, and that of the largest return. */
function endsOf(half: FrontierBranch): readonly FrontierPart[] {
  return [{ solve: "least_risk", half }, { solve: "largest_return", half }];
}

/** A measure by which the portfolios of a problem are told. */
interface MeasuredProblem extends MeasureChoice<object> {
  readonly problem: Problem;
  readonly kernels: Kernels;
}

/**
 * The points below that of least risk, the one of the least return first: the upper half of the problem with the signs
 * of the expected returns changed, without the portfolio of least risk that both halves have.
 */
function* lowerHalf(
  { comparison, shared, calmest, highest }: {
    readonly comparison: MeasuredProblem;
    readonly shared: FrontierSolution;
    readonly calmest: FrontierSolution;
    readonly highest: FrontierSolution;
  },
  options: FrontierOptions,
): Generator<
  readonly FrontierPart[],
  { readonly points: readonly FrontierPoint[]; readonly detail: string | null },
  readonly (readonly FrontierSolution[])[]
> {
  const problem = mirroredProblem(comparison.problem);
  const lower = halfBetween({ half: "lower", problem, calmest, highest }, options);
  if (lower === null || calmest.weights === null) {
    return { points: [], detail: `The lower half has no points: ${whyNone(calmest, highest)}` };
  }
  const solved = lower.joined(yield lower.parts);
  const own = earnAlike(comparison.problem, shared.weights, calmest.weights) ? solved.slice(1) : solved;
  const found = own.flatMap(({ weights }) => weights === null ? [] : [pointOf(weights, comparison, "lower")]);
  const detail = detailOf(solved);
  return { points: found.reverse(), detail: detail && `In the lower half: ${detail} downwards` };
}

/** Whether two portfolios have the same expected return, but for what the search for the end of a half overlooks. */
function earnAlike(
  { expectedReturns }: Problem,
  one: Float64Array | null,
  other: Float64Array,
): boolean {
  const largest = expectedReturns.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  return one !== null && Math.abs(dot(expectedReturns, one) - dot(expectedReturns, other)) <= 2 * GAIN * largest;
}

/** Why there are no points: one of their ends has no weights. */
function whyNone(calmest: FrontierSolution, highest: FrontierSolution): string {
  const { detail } = calmest.weights === null ? calmest : highest;
  const why = detail ?? "The ends of the frontier cannot be computed";
  return calmest.weights === null || calmest.status === "optimal"
    ? why
    : `${why}; the portfolio of least risk is not proven optimal`;
}

/** A half of a frontier between its ends: the parts of its points, and all of its solutions once these are solved. */
interface FrontierHalf {
  readonly parts: readonly FrontierPart[];
  /** Returns the solutions of all points, from that of least risk to that of the largest return. */
  joined(solutions: readonly (readonly FrontierSolution[])[]): readonly FrontierSolution[];
}

/**
 * Plans the points of a half; null where one of its ends has no weights. A part that begins later starts between the
 * ends, where the point before it earns as much; under rules that count assets it starts from the portfolio of least
 * risk, because a mix of the ends breaks them.
 */
function halfBetween(
  { half, problem, calmest, highest }: {
    readonly half: FrontierBranch;
    readonly problem: Problem;
    readonly calmest: FrontierSolution;
    readonly highest: FrontierSolution;
  },
  { count, onPoint = () => undefined, pointsOfPart = count }: FrontierOptions,
): FrontierHalf | null {
  const near = calmest.weights, end = highest.weights;
  if (near === null || end === null) return null;
  const [from, to] = [near, end].map((weights) => netReturnOf(weights, problem));
  const targets = Array.from(
    { length: count - 2 },
    (_, k) => Math.min(from + (to - from) * ((k + 1) / (count - 1)), to - ROOM * Math.abs(to)),
  );
  // The first points are that of least risk where it earns as much as they would.
  const own = targets.filter((target) => target > from), repeated = targets.length - own.length;
  const parts = Array.from({ length: Math.ceil(own.length / pointsOfPart) }, (_, k) => {
    const first = k * pointsOfPart;
    const isFromEnd = first === 0 || supportRulesOf(problem) !== null;
    const start = isFromEnd ? near : mixOf(near, end, (own[first - 1] - from) / (to - from));
    return { solve: "points", half, near: start, targets: own.slice(first, first + pointsOfPart) } as const;
  });
  return {
    parts,
    joined(solutions) {
      for (let k = 0; k < repeated + 1; k++) onPoint();
      return [...Array.from({ length: repeated + 1 }, () => calmest), ...solutions.flat(), highest];
    },
  };
}

/** Returns weights between two portfolios: the other one counts by a share from 0 to 1. */
function mixOf(one: Float64Array, other: Float64Array, share: number): Float64Array {
  return one.map((weight, i) => weight + share * (other[i] - weight));
}

/** Which points are not proven, and which are missing, counted from 1; null where all are proven. */
function detailOf(solved: readonly FrontierSolution[]): string | null {
  const placesOf = (isOne: (solution: FrontierSolution) => boolean): readonly number[] =>
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
  { problem, measure, parameters, kernels }: MeasuredProblem,
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
