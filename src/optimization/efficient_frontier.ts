import { dot, maximumNorm } from "../domain/matrix.ts";
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

/** A point of the frontier: a portfolio of least risk among those with its return. */
export interface FrontierPoint {
  /** The half of the frontier on which the point lies. The portfolio of least risk belongs to the upper half. */
  readonly branch: FrontierBranch;
  /** Expected annual return, less costs. */
  readonly return: number;
  /** Annual volatility by the estimated covariance. */
  readonly volatility: number;
  /** Risk by the frontier's measure: annual if the measure is reported per year, else per period. */
  readonly risk: number;
  readonly weights: Float64Array;
}

/**
 * Target returns are below the largest return by at least this share of it. A nearer target leaves the solver no
 * interior.
 */
const ROOM = 1e-8;

/** The points of a frontier. `detail` says why there are none, or which points are not proven. */
export interface Frontier {
  readonly points: readonly FrontierPoint[] | null;
  readonly minimumRisk: FrontierPoint | null;
  /** The portfolio with the largest ratio of excess return to risk; null if none was found. */
  readonly maximumRatio: FrontierPoint | null;
  readonly detail: string | null;
}

/** The options of a frontier. */
export interface FrontierOptions {
  /** The number of points of each half. */
  readonly count: number;
  /** Whether to compute the lower half besides the upper one. */
  readonly hasLower?: boolean;
  /** The measure of risk; volatility if absent. */
  readonly choice?: MeasureChoice<object>;
  /** Called once for each point except the first of each half. */
  readonly onPoint?: () => void;
  /**
   * Largest number of neighbouring points in one `FrontierPart`, which are solved one after the other. Without it all
   * points of a half are one part.
   */
  readonly pointsOfPart?: number;
}

/**
 * Computes the efficient frontier: the weights w of least risk ρ(w) under the rules and an expected return m'w ≥ r, for
 * expected returns m and targets r evenly spaced between the return of the portfolio of least risk and the largest
 * return. The first point is the portfolio of largest return at the least risk, the last the portfolio of least risk at
 * the largest return. These two and the portfolio of the largest ratio are solved separately. Every other point starts
 * from the solution of its neighbour.
 *
 * The lower half, if requested, precedes the upper one. Its points have the least risk for returns evenly spaced
 * between the least return and the return of the portfolio of least risk. If that portfolio is unique, the two halves
 * share it, and it is listed once.
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
 * The steps of `efficientFrontier` for a caller that solves the parts of a step itself, in any order. The generator
 * yields the parts of a step, takes their solutions, and returns the frontier at the end. The caller calls `onPoint`
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
  // To minimise the return less costs is not a convex problem, because costs are convex: its solutions would trade only
  // to pay costs.
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

/** The parts for the two ends of a half: the portfolio of least risk, and the portfolio of the largest return. */
function endsOf(half: FrontierBranch): readonly FrontierPart[] {
  return [{ solve: "least_risk", half }, { solve: "largest_return", half }];
}

/** A problem with the measure that evaluates its portfolios. */
interface MeasuredProblem extends MeasureChoice<object> {
  readonly problem: Problem;
  readonly kernels: Kernels;
}

/**
 * Computes the lower half, starting at the least return. It is the upper half of the problem with negated expected
 * returns. If both halves start at the same portfolio of least risk, that point is left out.
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

/** Whether two portfolios have the same expected return, up to twice the tolerance `GAIN` of the search for an end. */
function earnAlike(
  { expectedReturns }: Problem,
  one: Float64Array | null,
  other: Float64Array,
): boolean {
  const largest = maximumNorm(expectedReturns);
  return one !== null && Math.abs(dot(expectedReturns, one) - dot(expectedReturns, other)) <= 2 * GAIN * largest;
}

/** Explains why a half has no points: one of its ends has no weights. */
function whyNone(calmest: FrontierSolution, highest: FrontierSolution): string {
  const { detail } = calmest.weights === null ? calmest : highest;
  const why = detail ?? "The ends of the frontier cannot be computed";
  return calmest.weights === null || calmest.status === "optimal"
    ? why
    : `${why}; the portfolio of least risk is not proven optimal`;
}

/**
 * A half of a frontier: the parts between its two ends, and the list of all its solutions once the parts are solved.
 */
interface FrontierHalf {
  readonly parts: readonly FrontierPart[];
  /** Returns the solutions of all points, from that of least risk to that of the largest return. */
  joined(solutions: readonly (readonly FrontierSolution[])[]): readonly FrontierSolution[];
}

/**
 * Plans the points of a half; returns null if one of its ends has no weights. A part after the first starts at the mix
 * of the two ends whose return is the target of the point before the part. Rules that count assets are not convex, and
 * a mix of the ends breaks them: every part then starts at the portfolio of least risk.
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
  // A target at or below the return of the portfolio of least risk is met by that portfolio.
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

/** Returns (1 - share) `one` + share `other`, for a share from 0 to 1. */
function mixOf(one: Float64Array, other: Float64Array, share: number): Float64Array {
  return one.map((weight, i) => weight + share * (other[i] - weight));
}

/** Says which points are not proven and which are missing, counted from 1; null if all are proven. */
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

/** Lists the places of points as the subject of a sentence, consecutive places as a range. */
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
