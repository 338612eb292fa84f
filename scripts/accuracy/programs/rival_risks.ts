import type { Problem } from "../../../src/optimization/problem.ts";
import type { Terms } from "./rival_model.ts";
import type { RivalContext, ScaledModel, WeightModel } from "./rival_weights.ts";
import { triangularFactor } from "./triangular_factor.ts";

/** Adds half the portfolio variance, times a factor, to the objective of the HiGHS model. */
export function addVolatility(over: WeightModel, { program, sizes: { risk } }: RivalContext, factor: number): void {
  addParts(over, triangularFactor(program.returns), { risk, factor });
}

/**
 * Adds half the sum of squares of linear functions of the weights, times a factor, to the objective of the HiGHS model.
 */
export function addParts(
  { model, weights }: WeightModel,
  rows: readonly (readonly number[])[],
  { risk, factor }: { readonly risk: number; readonly factor: number },
): void {
  for (const row of rows) {
    if (row.every((entry) => entry === 0)) continue;
    const part = model.column({ unit: risk });
    model.row([...row.map((entry, j) => [weights[j], entry] as const), [part, -1]], { lower: 0, upper: 0 });
    model.square(part, factor);
  }
}

/**
 * Adds one variable per period, which is at least the amount by which the portfolio return lies below its mean. Returns
 * these variables.
 */
export function shortfalls(
  { model, weights }: WeightModel,
  { program: { returns }, sizes: { risk }, problem }: RivalContext,
): number[] {
  return returns.map((row) => {
    const below = model.column({ lower: 0, unit: risk });
    const deviations: Terms = row.map((entry, j) => [weights[j], entry - problem.expectedReturns[j]]);
    model.row([...deviations, [below, 1]], { lower: 0 });
    return below;
  });
}

/** Adds the largest of the losses to the objective of the HiGHS model. */
export function addLargest({ model }: WeightModel, { sizes: { risk } }: RivalContext, losses: readonly Terms[]): void {
  const largest = model.column({ unit: risk });
  model.cost(largest, 1);
  for (const loss of losses) model.row([[largest, 1], ...negated(loss)], { lower: 0 });
}

/** Adds the conditional value at risk of the losses, times a price, to the objective of the HiGHS model. */
export function addMeanBeyond(
  { model }: WeightModel,
  { program: { parameters }, sizes: { risk } }: RivalContext,
  losses: readonly Terms[],
  price = 1,
): void {
  const level = model.column({ unit: risk });
  model.cost(level, price);
  for (const loss of losses) {
    const beyond = model.column({ lower: 0, unit: risk });
    model.cost(beyond, price / ((1 - Number(parameters.confidence ?? 0.95)) * losses.length));
    model.row([...negated(loss), [level, 1], [beyond, 1]], { lower: 0 });
  }
}

/** Returns the linear terms of a HiGHS model with reversed signs. */
export function negated(terms: Terms): Terms {
  return terms.map(([column, value]) => [column, -value]);
}

/**
 * Adds one variable per period, which is at least the drawdown of the cumulative portfolio return. Returns these
 * variables.
 */
export function drawdowns(
  { model, weights }: WeightModel,
  { program: { returns }, sizes: { risk } }: RivalContext,
): number[] {
  const columns: number[] = [];
  for (const row of returns) {
    const column = model.column({ lower: 0, unit: risk }), before = columns.at(-1);
    const earned: Terms = row.map((entry, j) => [weights[j], entry]);
    model.row([[column, 1], ...earned, ...(before === undefined ? [] : [[before, -1] as const])], { lower: 0 });
    columns.push(column);
  }
  return columns;
}
/**
 * Adds half the sample variance of the differences from the benchmark to the objective. With scaled weights the
 * benchmark is scaled too.
 */
export function addActiveRisk(
  { model, weights }: WeightModel,
  { program: { returns }, problem: { benchmark, expectedReturns }, sizes: { risk } }: RivalContext,
  scale: number | null,
): void {
  if (benchmark?.kind !== "series") throw new Error("Programs are beside a series of returns");
  const mean = benchmark.returns.reduce((sum, one) => sum + one, 0) / returns.length;
  returns.forEach((row, t) => {
    const part = model.column({ unit: risk }), beside = benchmark.returns[t] - mean;
    const terms: Terms = row.map((entry, j) => [weights[j], entry - expectedReturns[j]]);
    model.square(part, 1 / (returns.length - 1));
    if (scale === null) model.row([...terms, [part, -1]], { lower: beside, upper: beside });
    else model.row([...terms, [part, -1], [scale, -beside]], { lower: 0, upper: 0 });
  });
}

/**
 * Adds one variable per period, which is at least the amount by which the portfolio return lies below the risk-free
 * rate, in scaled weights. Returns these variables.
 */
export function belowRate(
  { model, weights, scale }: ScaledModel,
  { program: { returns }, problem: { riskFreeRate }, sizes: { risk } }: RivalContext,
): readonly number[] {
  return returns.map((row) => {
    const below = model.column({ lower: 0, unit: risk });
    model.row([[below, 1], ...row.map((entry, j) => [weights[j], entry] as const), [scale, -riskFreeRate]], {
      lower: 0,
    });
    return below;
  });
}

/** Returns the volatility of each asset. */
export function volatilitiesOf({ covariance: { data, columns } }: Problem): Float64Array {
  return Float64Array.from({ length: columns }, (_, i) => Math.sqrt(data[i * (columns + 1)]));
}

/** Returns the loss of the portfolio in each period as linear terms of the weights. */
export function lossesOf({ weights }: WeightModel, { program: { returns } }: RivalContext): readonly Terms[] {
  return returns.map((row) => row.map((entry, j) => [weights[j], -entry]));
}

/**
 * Adds one variable per period, which is at least the amount by which the portfolio return lies below an absolute
 * target. Returns these variables.
 */
export function belowTarget(
  { model, weights }: WeightModel,
  { program: { returns, parameters }, sizes: { risk } }: RivalContext,
): readonly number[] {
  return returns.map((row) => {
    const below = model.column({ lower: 0, unit: risk });
    const earned: Terms = row.map((entry, j) => [weights[j], entry]);
    model.row([...earned, [below, 1]], { lower: Number(parameters.target ?? 0) });
    return below;
  });
}
