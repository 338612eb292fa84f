import type { Highs } from "highs";
import { plainValue } from "./plain_objective.ts";
import type { PlainRules } from "./plain_rules.ts";
import type { ReadProgram } from "./read_program.ts";
import { asMethod, rivalProgram } from "./rival_program.ts";
import { roundingOf, triangularFactor } from "./triangular_factor.ts";

/** A direction in which the objective may gain without end, each weight moved by at most 1. */
export interface GrowingDirection {
  readonly direction: Float64Array;
  /** By how much it gains, relative to the largest of what the assets gain alone. */
  readonly gain: number;
}

/** Gains below are rounding, gains above are none; in between nothing is said. */
const NO_GAIN = 1e-11;
export const CLEAR_GAIN = 1e-9;

/** What is known of whether an objective has an end under the rules. */
export type Boundedness = "bounded" | "unbounded" | "unclear";

/**
 * The direction of largest gain among those that all rules allow to follow for ever and in which no variance is added;
 * null where the solver answers none, and where the objective is no risk that can be negative and no return.
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

/** Risks that are negative where nothing is lost, and grow with the weights. */
const LOSSES = new Set(["min_cvar", "min_worst_realization", "dr_cvar"]);

const CAN_GROW = new Set(["max_return", "max_quadratic_utility", "efficient_risk", "robust_mean_variance", ...LOSSES]);

/** What is subtracted along a direction, which is sought without it. */
const PENALISED = new Set(["robust_mean_variance"]);

/** Whether the best direction gains. */
export function boundednessBy(
  { program: asked, rules, gains }: ReadProgram,
  best: GrowingDirection | null,
): Boundedness {
  // Directions along which such rules can be followed for ever are not known here.
  if (rules.risks.length > 0) return "unclear";
  const program = asMethod(asked);
  if (!CAN_GROW.has(program.method)) return gains === null ? "bounded" : "unclear";
  if (best === null || (best.gain > NO_GAIN && best.gain < CLEAR_GAIN)) return "unclear";
  if (best.gain >= CLEAR_GAIN) return PENALISED.has(program.method) ? "unclear" : "unbounded";
  // The direction was sought without costs, of which another may have fewer.
  return "transaction_costs" in program.rules.constraints ? "unclear" : "bounded";
}

/** Rows that are kept where there is no volatility. */
export function stillRows({ program, problem }: ReadProgram): PlainRules["rows"] {
  return triangularFactor(program.returns).map((row, k) => ({
    name: `part ${k}`,
    coefficients: Float64Array.from(problem.assets, (_, j) => row[j]),
    min: 0,
    max: 0,
  }));
}

/**
 * The same to within `open` of volatility, that of the rounding of returns if absent, each in a unit of its own: of a
 * row that is small as a whole the solver takes some entries for nothing, and what rounding makes of one that is nearly
 * another would leave no weights.
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

/** The directions that rules allow to follow for ever: every limit that there is becomes 0. Within a box of 1. */
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
