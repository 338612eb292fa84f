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
 * Formulates least volatility as the sum of squares y'y for y = R w with R'R = S. HiGHS then never sees a covariance
 * matrix that rounding has made indefinite.
 */
const leastVolatility: Formulation = least((over, context) => addVolatility(over, context, 1));

/**
 * Formulation for HiGHS of each method whose objective HiGHS can represent. A risk measure has the formulation of the
 * method that minimises it.
 */
export const FORMULATIONS: Readonly<Record<string, Formulation>> = {
  min_volatility: leastVolatility,
  // The method efficient_return needs no formulation of its own: the rules of the program already contain its target
  // return.
  efficient_return: leastVolatility,
  // HiGHS minimises volatility for efficient_risk too. Weights that earn more than the answer within the volatility
  // limit refute it.
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
  /**
   * The diversification ratio is formulated like the Sharpe ratio, with the weighted volatility of the assets in place
   * of the excess return.
   */
  max_diversification: (context) => leastPerUnit(context, { gains: volatilitiesOf(context.problem), cost: 0 }),
  max_return: least((over, context) => {
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
  }),
  max_quadratic_utility: least((over, context) => {
    context.problem.expectedReturns.forEach((mean, j) => over.model.cost(over.weights[j], -mean));
    addVolatility(over, context, Number(context.program.parameters.risk_aversion ?? 1));
  }),
  /** Minimises the volatility of scaled weights. Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2. */
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
  /** Minimises conditional value at risk. Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk. */
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
  /**
   * Minimises conditional drawdown at risk: each drawdown is at least the previous one less the return since. Chekhlov,
   * Uryasev, Zabarankin (2005).
   */
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
  /**
   * Minimises the mean absolute deviation. Deviations sum to 0, so those below the mean are half of the total. Konno,
   * Yamazaki (1991).
   */
  min_mad: least((over, context) => {
    for (const below of shortfalls(over, context)) over.model.cost(below, 2 / context.program.returns.length);
  }),
  /**
   * Minimises the Gini mean difference. Each pair of periods has a variable of at least the absolute difference of its
   * returns.
   */
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

/**
 * Returns a HiGHS formulation: a model of weights under the program's rules, to which `add` adds the objective to
 * minimise.
 */
function least(add: (over: WeightModel, context: RivalContext) => void): Formulation {
  return (context) => {
    const over = weightModel(context);
    add(over, context);
    return over;
  };
}

/**
 * Formulates the mean-variance utility less `kappa` times the sum of each absolute weight times the standard error of
 * its mean, for a box of uncertain means.
 */
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

/**
 * Formulates dr_cvar: minimises the negative mean, plus risk aversion times conditional value at risk, plus the radius
 * times a factor times the largest absolute weight.
 */
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

/**
 * Formulates a ratio to a risk: minimises the risk of scaled weights that earn a fixed amount above the risk-free rate.
 */
function leastPerExcess(context: RivalContext, addRisk: (over: ScaledModel) => void): RivalProgram {
  const { expectedReturns: gains, riskFreeRate: cost } = context.problem;
  return leastPerUnit(context, { gains, cost }, addRisk);
}

/**
 * Formulates a ratio to a risk, by default the volatility: minimises the risk of scaled weights whose gain exceeds the
 * scaled cost by a fixed amount.
 */
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
