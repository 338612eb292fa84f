import { dot } from "../../../domain/matrix.ts";
import type { CriticalLineAnswer, LineStart } from "../../../kernels/critical_line.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import type { Bounds } from "../../program/bounds.ts";
import type { Program } from "../../program/program.ts";
import { impliedBounds } from "../../presolve/implied_bounds.ts";
import { solveProgram } from "../../solve_program.ts";
import { isStraight, judgePoint } from "./judge_point.ts";
import { type LineProgram, lineProgram, loosened, programAt, startAt } from "./line_program.ts";
import { AT_BOUND_OF_CORNER, SAME_WEIGHTS } from "../../program/rounding.ts";
import { CORNER_ENTRIES } from "../accuracy.ts";

/** A portfolio at which the critical line bends. Return and variance are per period. */
export interface Corner {
  readonly weights: Float64Array;
  readonly return: number;
  readonly variance: number;
  /** The price at which the portfolio minimises ½ variance - price × return. */
  readonly price: number;
  /**
   * Whether multipliers prove that no weights within the rules are better, both at this price and halfway to the corner
   * before.
   */
  readonly isProven: boolean;
}

/** All corners, least risk first, and what is doubtful about them. */
export interface Corners {
  readonly corners: readonly Corner[];
  readonly end: CriticalLineAnswer["end"];
  /**
   * Number of rules that are active at the start, but have no free weight or depend on other active rules. If it is not
   * 0, the active set may be wrong, and another start may lead to other corners.
   */
  readonly refusedRows: number;
  readonly iterations: number;
}

/**
 * Starts, tried in turn until all corners are proven. The price is a multiple of the mean variance of an asset divided
 * by the range of the expected returns. `share` and `near` are those of `CORNER_ENTRIES`.
 */
const ENTRIES = [0.25, 0.02, 2].flatMap((price) => CORNER_ENTRIES.map((entry) => ({ price, ...entry })));

/**
 * Computes every corner portfolio of the efficient frontier under rules that are linear in the weights w. For the
 * covariance S and the expected returns m, the minimum of ½w'Sw - price m'w is linear in the price between two corners.
 * The line is followed both ways from the answer at one price. Null if no start was found, or if a rule is not linear.
 * Markowitz (1956), The optimization of a quadratic function subject to linear constraints.
 */
export function cornerPortfolios(problem: Problem, kernels: Kernels): Corners | null {
  const of = lineProgram(problem), unit = priceUnit(problem);
  if (of === null) return null;
  let best: Corners | null = null;
  for (const entry of ENTRIES) {
    const start = startOf(of, { ...entry, price: entry.price * unit }, kernels);
    if (start === "infeasible") return null;
    const found = start && followed(of, start, { problem, kernels });
    if (found !== null && (best === null || doubtOf(found) < doubtOf(best))) best = found;
    if (best !== null && doubtOf(best) === 0) return best;
  }
  return best;
}

/** Follows the line both ways from a start. */
function followed(
  of: LineProgram,
  start: LineStart,
  { problem, kernels }: { readonly problem: Problem; readonly kernels: Kernels },
): Corners {
  const { quadratic } = kernels;
  const down = quadratic.followCriticalLine(of.line, { start, direction: "down" });
  const up = quadratic.followCriticalLine(of.line, { start, direction: "up" });
  const reach = reachOf(of.program);
  const points = [...down.corners.toReversed(), down.start, ...up.corners]
    .map((point) => judgePoint(of, { ...point, w: withoutRounding(point.w, of.line) }, reach));
  const corners = points.map(({ w, variance, price, isProven }, k): Corner => ({
    weights: w,
    return: dot(problem.expectedReturns, w),
    variance,
    price,
    isProven: isProven && (k === 0 || isStraight(points[k - 1], points[k], reach)),
  }));
  const end = down.end === "reached" ? up.end : "unfinished";
  const iterations = down.iterations + up.iterations;
  return { corners: bendsOf(corners, down.corners.length), end, refusedRows: up.refusedRows, iterations };
}

/**
 * Returns the number of doubts about corners: the corners that are not proven, and a half for refused rules. Infinity
 * if the line was not followed to its end.
 */
function doubtOf({ corners, end, refusedRows }: Corners): number {
  const unproven = corners.reduce((count, { isProven }) => isProven ? count : count + 1, 0);
  return end === "unfinished" ? Infinity : unproven + 0.5 * Math.min(refusedRows, 1);
}

/** Returns the start at a price, from the answer of the general solver; null if it has none. */
function startOf(
  of: LineProgram,
  { price, share, near }: { readonly price: number; readonly share: number; readonly near: number },
  kernels: Kernels,
): LineStart | "infeasible" | null {
  const program = share === 0 ? programAt(of, price) : loosened(of, price, share);
  const { status, point } = solveProgram(program, kernels);
  if (status === "infeasible" && share === 0) return "infeasible";
  return status === "optimal" && point !== null ? startAt(of, program, { ...point, price, near }) : null;
}

function priceUnit({ covariance, expectedReturns }: Problem): number {
  const n = expectedReturns.length;
  const variance = expectedReturns.reduce((sum, _, i) => sum + covariance.data[i * (n + 1)], 0) / n;
  const [least, most] = [Math.min(...expectedReturns), Math.max(...expectedReturns)];
  return (variance || 1) / (most - least || Math.abs(most) || 1);
}

/** Removes the start if the line does not bend there, and repeated corners. */
function bendsOf(corners: readonly Corner[], start: number): readonly Corner[] {
  const [last, at, next] = [corners[start - 1], corners[start], corners[start + 1]];
  const share = last === undefined || next === undefined ? NaN : (at.price - last.price) / (next.price - last.price);
  const isOnLine = share >= 0 &&
    at.weights.every((weight, i) =>
      Math.abs(last.weights[i] + share * (next.weights[i] - last.weights[i]) - weight) <= SAME_WEIGHTS
    );
  return corners.filter((_, k) => k !== start || !isOnLine).filter(({ weights }, k, all) =>
    k === 0 || weights.some((weight, i) => Math.abs(weight - all[k - 1].weights[i]) > SAME_WEIGHTS)
  );
}

/** Returns the bounds of weights, and the bounds that rules imply where there are none. */
function reachOf(program: Program): Bounds {
  const { lower, upper } = program, implied = impliedBounds(program);
  return {
    lower: lower.map((low, i) => low > -Infinity ? low : implied.lower[i]),
    upper: upper.map((high, i) => high < Infinity ? high : implied.upper[i]),
  };
}

function withoutRounding(w: Float64Array, { lower, upper }: Bounds): Float64Array {
  const weights = w.slice();
  for (let i = 0; i < w.length; i++) {
    if (w[i] - lower[i] <= AT_BOUND_OF_CORNER) weights[i] = lower[i];
    else if (upper[i] - w[i] <= AT_BOUND_OF_CORNER) weights[i] = upper[i];
  }
  return weights;
}
