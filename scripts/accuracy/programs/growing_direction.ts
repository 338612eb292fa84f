import type { Highs } from "highs";
import { plainValue } from "./plain_objective.ts";
import type { PlainRules } from "./plain_rules.ts";
import type { ReadProgram } from "./read_program.ts";
import { asMethod, rivalProgram } from "./rival_program.ts";
import { roundingOf, triangularFactor } from "./triangular_factor.ts";

/** Direction of weights along which the objective may improve without end. Each weight moves by at most 1. */
export interface GrowingDirection {
  readonly direction: Float64Array;
  /**
   * Gain of the objective along the direction, as a fraction of the largest absolute expected return of an asset, or,
   * for methods of tail losses, of the largest absolute return in any period.
   */
  readonly gain: number;
}

/**
 * Relative gains below this are rounding errors. Gains from `CLEAR_GAIN` on are real. Between the two, whether the
 * objective is bounded stays undecided.
 */
const NO_GAIN = 1e-11;
export const CLEAR_GAIN = 1e-9;

/** Verdict on whether an objective is bounded under the rules of a random program. */
export type Boundedness = "bounded" | "unbounded" | "unclear";

/**
 * Returns the direction of largest gain that every linear and absolute-weight rule allows without end. For methods that
 * penalise or limit variance, the direction adds no variance. Returns null where HiGHS finds none, and for methods that
 * are not in `CAN_GROW`.
 */
export function growingDirection(read: ReadProgram, highs: Highs): GrowingDirection | null {
  const { problem, rules } = read, program = asMethod(read.program);
  if (!CAN_GROW.has(program.method)) return null;
  const isLinear = !LOSSES.has(program.method), mayVary = program.method === "max_return" || !isLinear;
  const units = read.volatilities.map(() => 1), sizes = { risk: 1, excess: 1 };
  const within = { ...recessionOf(rules), rows: [...recessionOf(rules).rows, ...mayVary ? [] : stillRows(read)] };
  const method = isLinear ? "max_return" : program.method;
  const { model, weightsOf } = rivalProgram({
    program: { ...program, method },
    problem,
    rules: within,
    units,
    sizes,
  });
  const { values } = model.solve(highs);
  const direction = values && weightsOf(values);
  if (direction === null) return null;
  const largest = isLinear
    ? Math.max(...problem.expectedReturns.map(Math.abs))
    : Math.max(...problem.returns?.data.map(Math.abs) ?? [1]);
  const { cost } = plainValue(direction, { ...program, method }, problem);
  return { direction, gain: largest === 0 ? 0 : -cost / largest };
}

/** Methods whose risk measure is proportional to the weights and negative where every period gains. */
const LOSSES = new Set(["min_cvar", "min_worst_realization", "dr_cvar"]);

const CAN_GROW = new Set(["max_return", "max_quadratic_utility", "efficient_risk", "robust_mean_variance", ...LOSSES]);

/** Methods that subtract a penalty along a direction. The search for the direction ignores the penalty. */
const PENALISED = new Set(["robust_mean_variance"]);

/** Returns whether an objective is bounded under the rules, judged by the best direction found. */
export function boundednessBy(
  { program: asked, rules, gains }: ReadProgram,
  best: GrowingDirection | null,
): Boundedness {
  // Returns no decision under rules that are not linear, because it is unknown which directions they allow without end.
  if (rules.risks.length > 0) return "unclear";
  const program = asMethod(asked);
  if (!CAN_GROW.has(program.method)) return gains === null ? "bounded" : "unclear";
  if (best === null || (best.gain > NO_GAIN && best.gain < CLEAR_GAIN)) return "unclear";
  if (best.gain >= CLEAR_GAIN) return PENALISED.has(program.method) ? "unclear" : "unbounded";
  // The search for an improving direction ignored transaction costs, and another direction may cost less.
  return "transaction_costs" in program.rules.constraints ? "unclear" : "bounded";
}

/** Returns linear rules that together force the portfolio's volatility to be zero. */
export function stillRows({ program, problem }: ReadProgram): PlainRules["rows"] {
  return triangularFactor(program.returns).map((row, k) => ({
    name: `part ${k}`,
    coefficients: Float64Array.from(problem.assets, (_, j) => row[j]),
    min: 0,
    max: 0,
  }));
}

/**
 * Returns linear rules that limit each row of R w to at most `open` in absolute value, for the triangular factor R of
 * the covariance matrix (the volatility is the norm of R w). By default `open` is the rounding error of the returns.
 * Each row is scaled by its largest coefficient, because HiGHS ignores small entries of a small row. Rounding of nearly
 * equal assets would leave no weights if the limit were zero.
 */
export function nearlyStillRows(
  read: ReadProgram,
  open = Math.max(...roundingOf(read.program.returns)),
): PlainRules["rows"] {
  return stillRows(read).flatMap((row) => {
    const largest = row.coefficients.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    if (largest === 0) return [];
    const max = open / largest;
    return [{ ...row, coefficients: row.coefficients.map((entry) => entry / largest), min: -max, max }];
  });
}

/**
 * Returns the rules for directions of weights that can be followed without end: every finite limit becomes 0. Weights
 * without a limit get the limits -`box` and `box`. Rules in `risks` and `counts` are left out.
 */
export function recessionOf({ lower, upper, rows, sizes }: PlainRules, box = 1): PlainRules {
  const nothing = (limit: number, without: number): number => Number.isFinite(limit) ? 0 : without;
  return {
    lower: lower.map((limit) => nothing(limit, -box)),
    upper: upper.map((limit) => nothing(limit, box)),
    rows: rows.map((row) => ({ ...row, min: nothing(row.min, -Infinity), max: nothing(row.max, Infinity) })),
    sizes: sizes.map((size) => ({ ...size, centre: new Float64Array(size.centre.length), constant: 0, max: 0 })),
    risks: [],
    counts: null,
  };
}
