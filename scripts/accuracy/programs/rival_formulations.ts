import { RivalModel, type Terms } from "./rival_model.ts";
import {
  addActiveRisk,
  addLargest,
  addMeanBeyond,
  addParts,
  addVolatility,
  belowRate,
  belowTarget,
  drawdowns,
  lossesOf,
  negated,
  shortfalls,
  volatilitiesOf,
} from "./rival_risks.ts";
import {
  addRules,
  columnsFor,
  type RivalContext,
  type RivalProgram,
  type ScaledModel,
  type WeightModel,
  weightModel,
} from "./rival_weights.ts";
import { triangularFactor } from "./triangular_factor.ts";

type Formulation = (context: RivalContext) => RivalProgram;

/**
 * The least volatility, as the root of y'y for y = R w with R'R = S, so that the solver need not be told of a matrix
 * that rounding has made indefinite.
 */
const leastVolatility: Formulation = least((over, context) => addVolatility(over, context, 1));

/** The formulations, by method, or by measure as the method that would minimise it. */
export const FORMULATIONS: Readonly<Record<string, Formulation>> = {
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
  max_return: least((over, context) => {
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
  }),
  max_quadratic_utility: least((over, context) => {
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
    addVolatility(over, context, Number(context.program.parameters.risk_aversion ?? 1));
  }),
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
      addMeanBeyond(over, context, lossesOf(over, context));
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
  min_cvar: least((over, context) => {
    addMeanBeyond(over, context, lossesOf(over, context));
  }),
  min_worst_realization: least((over, context) => {
    addLargest(over, context, lossesOf(over, context));
  }),
  min_range: least((over, context) => {
    const losses = lossesOf(over, context);
    addLargest(over, context, losses);
    addLargest(over, context, losses.map(negated));
  }),
  min_cvar_range: least((over, context) => {
    const losses = lossesOf(over, context);
    addMeanBeyond(over, context, losses);
    addMeanBeyond(over, context, losses.map(negated));
  }),
  min_first_lower_partial_moment: least((over, context) => {
    for (const below of belowTarget(over, context)) over.model.cost(below, 1 / context.program.returns.length);
  }),
  min_second_lower_partial_moment: least((over, context) => {
    for (const below of belowTarget(over, context)) over.model.square(below, 1 / (context.program.returns.length - 1));
  }),
  /** Chekhlov, Uryasev, Zabarankin (2005): each drawdown is at least the one before less what is earned since. */
  min_cdar: least((over, context) => {
    addMeanBeyond(over, context, drawdowns(over, context).map((column) => [[column, 1]]));
  }),
  min_max_drawdown: least((over, context) => {
    addLargest(over, context, drawdowns(over, context).map((column) => [[column, 1]]));
  }),
  min_average_drawdown: least((over, context) => {
    for (const column of drawdowns(over, context)) over.model.cost(column, 1 / context.program.returns.length);
  }),
  min_ulcer_index: least((over, context) => {
    for (const column of drawdowns(over, context)) over.model.square(column, 1 / context.program.returns.length);
  }),
  /** Deviations sum to 0, so that those below the mean are half of all. Konno, Yamazaki (1991). */
  min_mad: least((over, context) => {
    for (const below of shortfalls(over, context)) over.model.cost(below, 2 / context.program.returns.length);
  }),
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
  min_tracking_error: least((over, context) => {
    addActiveRisk(over, context, null);
  }),
  max_information_ratio: (context) =>
    leastPerUnit(context, gainsOverBenchmark(context), (over) => addActiveRisk(over, context, over.scale)),
  robust_mean_variance: robustMeanVariance,
  dr_cvar: distributionallyRobust,
  min_semideviation: least((over, context) => {
    for (const below of shortfalls(over, context)) over.model.square(below, 1 / (context.program.returns.length - 1));
  }),
};

/** The formulation of what is added to weights under the rules. */
function least(add: (over: WeightModel, context: RivalContext) => void): Formulation {
  return (context) => {
    const over = weightModel(context);
    add(over, context);
    return over;
  };
}

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
  const over = weightModel(context), { model, weights } = over, { problem, program: { parameters } } = context;
  const { confidence = 0.95, risk_aversion = 1, radius = 0.001 } = parameters, aversion = Number(risk_aversion);
  problem.expectedReturns.forEach((mean, j) => model.cost(weights[j], -mean));
  const largest = model.column({ lower: 0 });
  model.cost(largest, Number(radius) * (1 + aversion / (1 - Number(confidence))));
  for (const weight of weights) {
    model.row([[largest, 1], [weight, 1]], { lower: 0 });
    model.row([[largest, 1], [weight, -1]], { lower: 0 });
  }
  addMeanBeyond(over, context, lossesOf(over, context), aversion);
  return over;
}

function gainsOverBenchmark(
  { problem: { expectedReturns, benchmark } }: RivalContext,
): { gains: Float64Array; cost: number } {
  const series = benchmark?.kind === "series" ? benchmark.returns : new Float64Array(1);
  return { gains: expectedReturns, cost: series.reduce((sum, one) => sum + one, 0) / series.length };
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
