import type { Problem } from "../../../src/optimization/problem.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import type { PlainRules, PlainSizes } from "./plain_rules.ts";
import { RivalModel, type Terms } from "./rival_model.ts";
import { triangularFactor } from "./triangular_factor.ts";

/** What the model of a program is made of. */
export interface RivalContext {
  readonly program: AccuracyProgram;
  readonly problem: Problem;
  readonly rules: PlainRules;
  /** In which unit the solver sees each weight. */
  readonly units: Float64Array;
  readonly sizes: RivalSizes;
}

/** What the solver is to see as about 1. */
export interface RivalSizes {
  readonly risk: number;
  /** Of a ratio, which is solved for weights that earn it. */
  readonly excess: number;
}

/** A program as the solver has it. */
export interface RivalProgram {
  readonly model: RivalModel;
  /** The weights of an answer; null where it stands for none. */
  weightsOf(values: Float64Array): Float64Array | null;
}

type Formulation = (context: RivalContext) => RivalProgram;

/**
 * The least volatility, as the root of y'y for y = R w with R'R = S, so that the solver need not be told of a matrix
 * that rounding has made indefinite.
 */
const leastVolatility: Formulation = (context) => {
  const over = weightModel(context);
  addVolatility(over, context, 1);
  return over;
};

/** The formulations, by method. */
const FORMULATIONS: Readonly<Record<string, Formulation>> = {
  min_volatility: leastVolatility,
  // The target is one of the rules.
  efficient_return: leastVolatility,
  // Refuted by weights that earn more than the answer with a volatility within the target.
  efficient_risk: leastVolatility,
  max_decorrelation(context) {
    const over = weightModel(context), own = volatilitiesOf(context.problem);
    const risk = context.sizes.risk / (own.reduce((sum, one) => sum + one, 0) / own.length);
    addParts(over, triangularFactor(context.program.returns).map((row) => row.map((entry, j) => entry / own[j])), {
      risk,
      factor: 2,
    });
    return over;
  },
  /** As for the Sharpe ratio, with the mean volatility of the assets in place of the excess return. */
  max_diversification: (context) => leastPerUnit(context, { gains: volatilitiesOf(context.problem), cost: 0 }),
  max_return(context) {
    const over = weightModel(context);
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
    return over;
  },
  max_quadratic_utility(context) {
    const over = weightModel(context);
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
    addVolatility(over, context, Number(context.program.parameters.risk_aversion ?? 1));
    return over;
  },
  /** Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2: least volatility of weights times a scale. */
  max_sharpe: largestSharpe,
  critical_line: largestSharpe,
  max_sortino: (context) =>
    leastPerExcess(context, (over) => {
      for (const below of belowRate(over, context)) over.model.square(below, 1 / context.program.returns.length);
    }),
  max_omega: (context) =>
    leastPerExcess(context, (over) => {
      for (const below of belowRate(over, context)) over.model.cost(below, 1 / context.program.returns.length);
    }),
  max_return_cvar: (context) =>
    leastPerExcess(context, (over) => {
      const losses = context.program.returns.map((row): Terms => row.map((entry, j) => [over.weights[j], -entry]));
      addMeanBeyond(over, context, losses);
    }),
  max_calmar: (context) =>
    leastPerExcess(context, (over) => addLargest(over, context, drawdowns(over, context).map((one) => [[one, 1]]))),
  max_return_cdar: (context) =>
    leastPerExcess(context, (over) => addMeanBeyond(over, context, drawdowns(over, context).map((one) => [[one, 1]]))),
  max_martin: (context) =>
    leastPerExcess(context, (over) => {
      for (const one of drawdowns(over, context)) over.model.square(one, 1 / context.program.returns.length);
    }),
  /** Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk. */
  min_cvar(context) {
    const over = weightModel(context), { weights } = over;
    addMeanBeyond(over, context, context.program.returns.map((row) => row.map((entry, j) => [weights[j], -entry])));
    return over;
  },
  min_worst_realization(context) {
    const over = weightModel(context), { weights } = over;
    addLargest(over, context, context.program.returns.map((row) => row.map((entry, j) => [weights[j], -entry])));
    return over;
  },
  /** Chekhlov, Uryasev, Zabarankin (2005): each drawdown is at least the one before less what is earned since. */
  min_cdar(context) {
    const over = weightModel(context);
    addMeanBeyond(over, context, drawdowns(over, context).map((column) => [[column, 1]]));
    return over;
  },
  min_max_drawdown(context) {
    const over = weightModel(context);
    addLargest(over, context, drawdowns(over, context).map((column) => [[column, 1]]));
    return over;
  },
  min_average_drawdown(context) {
    const over = weightModel(context);
    for (const column of drawdowns(over, context)) over.model.cost(column, 1 / context.program.returns.length);
    return over;
  },
  min_ulcer_index(context) {
    const over = weightModel(context);
    for (const column of drawdowns(over, context)) over.model.square(column, 1 / context.program.returns.length);
    return over;
  },
  /** Deviations sum to 0, so that those below the mean are half of all. Konno, Yamazaki (1991). */
  min_mad(context) {
    const over = weightModel(context);
    for (const below of shortfalls(over, context)) over.model.cost(below, 2 / context.program.returns.length);
    return over;
  },
  /** A column a pair of periods: at least how far they differ. */
  min_gini(context) {
    const over = weightModel(context), { model, weights } = over, { program: { returns }, sizes: { risk } } = context;
    const pairs = returns.length * (returns.length - 1) / 2;
    returns.forEach((one, i) =>
      returns.slice(i + 1).forEach((other) => {
        const apart: Terms = one.map((entry, j) => [weights[j], entry - other[j]]);
        const size = model.column({ lower: 0, unit: risk });
        model.cost(size, 1 / pairs);
        model.row([[size, 1], ...apart], { lower: 0 });
        model.row([[size, 1], ...negated(apart)], { lower: 0 });
      })
    );
    return over;
  },
  min_tracking_error(context) {
    const over = weightModel(context);
    addActiveRisk(over, context, null);
    return over;
  },
  max_information_ratio: (context) =>
    leastPerUnit(context, gainsOverBenchmark(context), (over) => addActiveRisk(over, context, over.scale)),
  robust_mean_variance: robustMeanVariance,
  dr_cvar: distributionallyRobust,
  min_semideviation(context) {
    const over = weightModel(context);
    for (const below of shortfalls(over, context)) over.model.square(below, 1 / (context.program.returns.length - 1));
    return over;
  },
};

/** Their objectives are neither linear nor convex quadratic: they are held against rival points. */
const NOT_STATED: ReadonlySet<string> = new Set(["min_evar", "min_edar", "kelly", "risk_parity", "max_return_evar"]);

/** Whether the solver can be told of the objective of a program. */
export function isStated(program: AccuracyProgram): boolean {
  const { method, parameters } = asMethod(program);
  if (method === "robust_mean_variance") return parameters.uncertainty_set === "box";
  return method !== "mean_risk" && !NOT_STATED.has(method);
}

/** The program of a method as its documented formula has it. Throws where a method is not known here. */
export function rivalProgram(context: RivalContext): RivalProgram {
  const program = asMethod(context.program), formulation = FORMULATIONS[program.method];
  if (formulation === undefined) {
    throw new Error(`Cannot formulate "${program.method}": write it down in rival_program.ts`);
  }
  return formulation({ ...context, program });
}

/** Of a trade between return and risk: the method that has the same weights, where there is one. */
function asMethod(program: AccuracyProgram): AccuracyProgram {
  const { objective = "min_risk", measure = "variance", risk_aversion = 1, ...own } = program.parameters;
  if (program.method !== "mean_risk") return program;
  const isSquare = measure === "variance";
  if (objective === "max_return") return { ...program, method: "max_return", parameters: {} };
  if (objective === "min_risk") {
    return { ...program, method: isSquare ? "min_volatility" : `min_${measure}`, parameters: own };
  }
  if (objective === "max_utility") {
    if (!isSquare) return program;
    return { ...program, method: "max_quadratic_utility", parameters: { risk_aversion: 2 * Number(risk_aversion) } };
  }
  const ratio = RATIO_OF[measure];
  return ratio === undefined ? program : { ...program, method: ratio, parameters: own };
}

/** The ratios to a measure. */
const RATIO_OF: Readonly<Record<string, string>> = {
  volatility: "max_sharpe",
  cvar: "max_return_cvar",
  evar: "max_return_evar",
  max_drawdown: "max_calmar",
  cdar: "max_return_cdar",
  ulcer_index: "max_martin",
};

/** The utility less the standard errors of a box of means. */
function robustMeanVariance(context: RivalContext): RivalProgram {
  const over = weightModel(context), { model, weights } = over, { problem, program: { parameters, returns } } = context;
  const { kappa = 1, risk_aversion = 1 } = parameters, own = volatilitiesOf(problem);
  problem.expectedReturns.forEach((mean, j) => model.cost(weights[j], -mean));
  weights.forEach((weight, j) => {
    const size = model.column({ lower: 0 });
    model.row([[size, 1], [weight, 1]], { lower: 0 });
    model.row([[size, 1], [weight, -1]], { lower: 0 });
    model.cost(size, Number(kappa) * own[j] / Math.sqrt(returns.length));
  });
  addVolatility(over, context, Number(risk_aversion));
  return over;
}

/** The mean beyond the quantile and the mean, and the largest weight at the price of the radius. */
function distributionallyRobust(context: RivalContext): RivalProgram {
  const over = weightModel(context), { model, weights } = over, { problem, program: { parameters, returns } } = context;
  const { confidence = 0.95, risk_aversion = 1, radius = 0.001 } = parameters, aversion = Number(risk_aversion);
  problem.expectedReturns.forEach((mean, j) => model.cost(weights[j], -mean));
  const largest = model.column({ lower: 0 });
  model.cost(largest, Number(radius) * (1 + aversion / (1 - Number(confidence))));
  for (const weight of weights) {
    model.row([[largest, 1], [weight, 1]], { lower: 0 });
    model.row([[largest, 1], [weight, -1]], { lower: 0 });
  }
  addMeanBeyond(over, context, returns.map((row) => row.map((entry, j) => [weights[j], -entry])), aversion);
  return over;
}

function gainsOverBenchmark(
  { problem: { expectedReturns, benchmark } }: RivalContext,
): { gains: Float64Array; cost: number } {
  const series = benchmark?.kind === "series" ? benchmark.returns : new Float64Array(1);
  return { gains: expectedReturns, cost: series.reduce((sum, one) => sum + one, 0) / series.length };
}

/** Adds half the sample variance of the differences from the benchmark, itself times the scale where there is one. */
function addActiveRisk(
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

function largestSharpe(context: RivalContext): RivalProgram {
  const { expectedReturns: gains, riskFreeRate: cost } = context.problem;
  return leastPerUnit(context, { gains, cost });
}

/** The least risk of weights times a scale that earn one unit more than the risk-free rate. */
function leastPerExcess(context: RivalContext, addRisk: (over: ScaledModel) => void): RivalProgram {
  const { expectedReturns: gains, riskFreeRate: cost } = context.problem;
  return leastPerUnit(context, { gains, cost }, addRisk);
}

/** Columns of weights times a scale, and of that. */
interface ScaledModel extends WeightModel {
  readonly scale: number;
}

/** What each return lies below the risk-free rate, times the scale. */
function belowRate(
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

/** The least risk, of volatility if none is told, of weights times a scale that gain one unit more than that costs. */
function leastPerUnit(
  context: RivalContext,
  { gains, cost }: { readonly gains: Float64Array; readonly cost: number },
  addRisk: (over: ScaledModel) => void = (over) => addVolatility(over, context, 1),
): RivalProgram {
  const { sizes: { excess } } = context;
  const model = new RivalModel(), weights = columnsFor(model, context, { isScaled: true });
  const scale = model.column({ lower: 0 });
  addRules(model, context.rules, { weights, scale });
  const gained: Terms = weights.map((column, j) => [column, gains[j]]);
  model.row([...gained, [scale, -cost]], { lower: excess, upper: excess });
  addRisk({ model, weights, scale });
  return {
    model,
    weightsOf: (values) => values[scale] > 0 ? Float64Array.from(weights, (j) => values[j] / values[scale]) : null,
  };
}

function volatilitiesOf({ covariance: { data, columns } }: Problem): Float64Array {
  return Float64Array.from({ length: columns }, (_, i) => Math.sqrt(data[i * (columns + 1)]));
}

interface WeightModel {
  readonly model: RivalModel;
  readonly weights: readonly number[];
}

function weightModel(context: RivalContext): RivalProgram & WeightModel {
  const model = new RivalModel(), weights = columnsFor(model, context, { isScaled: false });
  addRules(model, context.rules, { weights, scale: null });
  return { model, weights, weightsOf: (values) => Float64Array.from(weights, (j) => values[j]) };
}

/** A column a weight; of weights times a scale, only a bound of 0 is one. */
function columnsFor(
  model: RivalModel,
  { rules: { lower, upper }, units }: RivalContext,
  { isScaled }: { isScaled: boolean },
): readonly number[] {
  return Array.from(units, (unit, i) => {
    if (!isScaled) return model.column({ lower: lower[i], upper: upper[i], unit });
    return model.column({ lower: lower[i] === 0 ? 0 : -Infinity, unit });
  });
}

function addRules(
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

/** Each entry is what lies above its centre less what lies below. */
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

/** Adds half the variance, times a factor. */
function addVolatility(over: WeightModel, { program, sizes: { risk } }: RivalContext, factor: number): void {
  addParts(over, triangularFactor(program.returns), { risk, factor });
}

/** Adds half the squares of rows of weights, times a factor. */
function addParts(
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

/** A column a row of returns: at least by how much it lies below the mean. */
function shortfalls(
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

/** Adds the largest of losses to the costs. */
function addLargest({ model }: WeightModel, { sizes: { risk } }: RivalContext, losses: readonly Terms[]): void {
  const largest = model.column({ unit: risk });
  model.cost(largest, 1);
  for (const loss of losses) model.row([[largest, 1], ...negated(loss)], { lower: 0 });
}

/** Adds the conditional value at risk of losses to the costs, at a price. */
function addMeanBeyond(
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

function negated(terms: Terms): Terms {
  return terms.map(([column, value]) => [column, -value]);
}

/** A column a row of returns: at least the drawdown of their cumulative sum. */
function drawdowns({ model, weights }: WeightModel, { program: { returns }, sizes: { risk } }: RivalContext): number[] {
  const columns: number[] = [];
  for (const row of returns) {
    const column = model.column({ lower: 0, unit: risk }), before = columns.at(-1);
    const earned: Terms = row.map((entry, j) => [weights[j], entry]);
    model.row([[column, 1], ...earned, ...(before === undefined ? [] : [[before, -1] as const])], { lower: 0 });
    columns.push(column);
  }
  return columns;
}
