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

/** A portfolio where the critical line bends, per period. */
export interface Corner {
  readonly weights: Float64Array;
  readonly return: number;
  readonly variance: number;
  /** At which it is best: least ½ variance - price × return. */
  readonly price: number;
  /**
   * Whether its multipliers prove that no weights within the rules are better at its price, and those of the corner
   * before that none are between the two.
   */
  readonly isProven: boolean;
}

/** All corners, least risk first, and what is wrong with them. */
export interface Corners {
  readonly corners: readonly Corner[];
  readonly end: CriticalLineAnswer["end"];
  /** Rules in force that nothing free stands in: several meet, and another start may show other corners. */
  readonly refusedRows: number;
  readonly iterations: number;
}

/**
 * Where the lines are entered, one after the other until all corners are proven: at a multiple of what the mean
 * variance of an asset is worth of the spread of the means, with limits loosened where several meet in one portfolio,
 * and with what is `near` its limit held there.
 */
const ENTRIES = [0.25, 0.02, 2].flatMap((price) => CORNER_ENTRIES.map((entry) => ({ price, ...entry })));

/**
 * Every corner portfolio of the efficient frontier under rules that are linear in the weights: the least ½w'Sw - price
 * m'w is linear in the price between two of them. Followed both ways from the answer at one price. Null where that was
 * not found, or a rule is not linear. Markowitz (1956), The optimization of a quadratic function subject to linear
 * constraints.
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

/** The corners both ways from a start. */
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

/** Of what there is to doubt: a line that was not followed to its end, corners not proven, rules that hold nothing. */
function doubtOf({ corners, end, refusedRows }: Corners): number {
  const unproven = corners.reduce((count, { isProven }) => isProven ? count : count + 1, 0);
  return end === "unfinished" ? Infinity : unproven + 0.5 * Math.min(refusedRows, 1);
}

/** The answer at a price, by the solvers of any program. */
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

/** Without the start, where the line does not bend there, and without what comes twice. */
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

/** The bounds of weights, and where they have none those that rules imply. */
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
