import type { Problem } from "../../../src/optimization/problem.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import type { PlainCounts } from "./plain_counts.ts";
import type { PlainRules, PlainSizes } from "./plain_rules.ts";
import { RivalModel, type Terms } from "./rival_model.ts";

/** Data from which the HiGHS model of a program is built. */
export interface RivalContext {
  readonly program: AccuracyProgram;
  readonly problem: Problem;
  readonly rules: PlainRules;
  /** Unit in which HiGHS measures each weight of the portfolio. */
  readonly units: Float64Array;
  readonly sizes: RivalSizes;
}

/** Typical risk and gain of the program. HiGHS measures them as about 1. */
export interface RivalSizes {
  readonly risk: number;
  /** Excess return that the scaled weights of a HiGHS model must earn where the objective is a ratio. */
  readonly excess: number;
}

/** HiGHS model of a random optimisation program. */
export interface RivalProgram {
  readonly model: RivalModel;
  /** Returns the weights of a solution of the HiGHS model, or null where the solution represents none. */
  weightsOf(values: Float64Array): Float64Array | null;
}

/** Variables of a HiGHS model of a ratio: the scaled weights and their scale. */
export interface ScaledModel extends WeightModel {
  readonly scale: number;
}

/** Variables of the weights in a HiGHS model. */
export interface WeightModel {
  readonly model: RivalModel;
  readonly weights: readonly number[];
}

/** Returns a HiGHS model of weights under the rules, without an objective. */
export function weightModel(context: RivalContext): RivalProgram & WeightModel {
  const model = new RivalModel(), weights = columnsFor(model, context, { isScaled: false });
  addRules(model, context.rules, { weights, scale: null });
  if (context.rules.counts !== null) addCounts(model, context.rules, { weights, counts: context.rules.counts });
  return { model, weights, weightsOf: (values) => Float64Array.from(weights, (j) => values[j]) };
}

/** Largest upper bound of a held weight in the HiGHS model, also where the rules allow more. */
const LARGEST_HELD = 100;

/**
 * Adds one binary variable per asset, which is 1 where the asset is held, and the limits on the number of holdings.
 * Only for long-only portfolios.
 */
function addCounts(
  model: RivalModel,
  { upper, rows }: PlainRules,
  { weights, counts: { least, limits } }: { weights: readonly number[]; counts: PlainCounts },
): void {
  const budget = rows.find(({ name }) => name === "budget")?.max ?? Infinity;
  const held = weights.map((weight, i) => {
    const column = model.column({ lower: 0, upper: 1, isInteger: true });
    model.row([[weight, 1], [column, -least]], { lower: 0 });
    model.row([[weight, 1], [column, -Math.min(upper[i], budget, LARGEST_HELD)]], { upper: 0 });
    return column;
  });
  for (const { members, min, max } of limits) {
    model.row(held.map((column, i) => [column, members[i]]), { lower: min, upper: max });
  }
}

/**
 * Adds one variable per weight to the HiGHS model and returns them. A scaled weight has no bound of its own, except
 * that a lower bound of 0 stays.
 */
export function columnsFor(
  model: RivalModel,
  { rules: { lower, upper }, units }: RivalContext,
  { isScaled }: { isScaled: boolean },
): readonly number[] {
  return Array.from(units, (unit, i) => {
    if (!isScaled) return model.column({ lower: lower[i], upper: upper[i], unit });
    return model.column({ lower: lower[i] === 0 ? 0 : -Infinity, unit });
  });
}

/** Adds the linear rules and the absolute-weight rules to a model. With scaled weights each limit is scaled too. */
export function addRules(
  model: RivalModel,
  { lower, upper, rows, sizes }: PlainRules,
  at: { weights: readonly number[]; scale: number | null },
): void {
  for (const { coefficients, min, max } of rows) {
    addLimits(model, at.weights.map((column, i) => [column, coefficients[i]]), { min, max, scale: at.scale });
  }
  for (const size of sizes) addSizes(model, size, at);
  if (at.scale === null) return;
  at.weights.forEach((column, i) => {
    addLimits(model, [[column, 1]], { min: lower[i], max: upper[i], scale: at.scale });
  });
}

function addLimits(
  model: RivalModel,
  terms: Terms,
  { min, max, scale }: { min: number; max: number; scale: number | null },
): void {
  if (scale === null) return model.row(terms, { lower: min, upper: max });
  if (Number.isFinite(min)) model.row([...terms, [scale, -min]], { lower: 0 });
  if (Number.isFinite(max)) model.row([...terms, [scale, -max]], { upper: 0 });
}

/** Adds a rule on absolute weights. Each weight less its centre is split into a positive and a negative part. */
function addSizes(
  model: RivalModel,
  { parts, centre, factor, constant, max }: PlainSizes,
  { weights, scale }: { weights: readonly number[]; scale: number | null },
): void {
  const terms: [number, number][] = [];
  weights.forEach((column, i) => {
    const above = model.column({ lower: 0 }), below = model.column({ lower: 0 });
    addLimits(model, [[column, 1], [above, -1], [below, 1]], { min: centre[i], max: centre[i], scale });
    if (parts !== "negative") terms.push([above, factor]);
    if (parts !== "positive") terms.push([below, factor]);
  });
  addLimits(model, terms, { min: -Infinity, max: max - constant, scale });
}
