import { dot } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { volatilities, volatilityOf } from "../../measures/portfolio_volatility.ts";
import { netReturn, netReturnOf } from "../program/net_return.ts";
import { startingGuess } from "../weights/starting_guess.ts";
import { solveWeights, weightProgram } from "../weights/weight_program.ts";
import { withoutWeights } from "../weights/without_weights.ts";
import type { Problem } from "../problem.ts";
import { problemWithin } from "../problem_within.ts";
import { programUnit } from "../risk/program_unit.ts";
import type { MeasureChoice } from "../risk/measure_choice.ts";
import type { RiskMeasure } from "../risk/risk_measure.ts";
import { largestVolatility } from "../risk/volatility.ts";
import type { Solution } from "../solution.ts";
import { maximiseReturn } from "./mean_variance/max_return.ts";
import { minVolatility } from "./mean_variance/min_volatility.ts";
import { minimiseMeasure } from "./minimise_measure.ts";

/**
 * Thresholds of `judgeRisk` for the risk of a portfolio, relative to the sum of the risks that the held assets have
 * alone. Up to the first the risk is only rounding, because the returns cancel to the last digit. Up to the second it
 * has fewer digits than a proof needs.
 */
const NO_RISK = 1e-7, UNCERTAIN_RISK = 1e-5;

/**
 * Smallest excess return that is certain, relative to the sum of the absolute expected returns of the holdings. A
 * smaller one may be rounding.
 */
const UNCERTAIN_EXCESS = 1e-5;

/**
 * A risk below this share of Σ |w_i| times the largest volatility of an asset is uncertain too: programs do not resolve
 * it.
 */
const LOST_RISK = 1e-10;

interface Surroundings {
  readonly problem: Problem;
  readonly kernels: Kernels;
}

/**
 * Checks the risk of a solution of a ratio. If the risk is only rounding and the weights earn more than the risk-free
 * rate for certain, the result is `unbounded`: the ratio has no maximum. In any other case in which rounding is a part
 * of the risk, the result is `not_proven`.
 */
export function judgeRisk(solution: Solution, divisor: MeasureChoice, { problem, kernels }: Surroundings): Solution {
  const { weights } = solution;
  if (weights === null) return solution;
  const { risk, together, uncertain } = riskOf(weights, divisor, { problem, kernels });
  if (risk > uncertain) return solution;
  if (risk > NO_RISK * together) return unproven(solution, divisor);
  // If the returns cancel as well as the risks, the quotient of their roundings is arbitrary.
  return earnsForCertain(weights, problem) ? withoutMaximum(divisor) : unproven(solution, divisor);
}

/** Returns `unbounded` if weights without risk earn more than the risk-free rate; else null. */
export function riskless(divisor: MeasureChoice, problem: Problem, kernels: Kernels): Solution | null {
  const { weights } = leastRisky(divisor, problem, kernels);
  if (weights === null) return null;
  const { risk, together } = riskOf(weights, divisor, { problem, kernels });
  return risk <= NO_RISK * together && earnsForCertain(weights, problem) ? withoutMaximum(divisor) : null;
}

/**
 * Returns `unbounded` if the weights of least volatility have no risk and earn more than the risk-free rate; else null.
 * It is cheaper than `riskless`: a program over scenarios takes many iterations to find that the ratio of a perfect
 * hedge is unbounded.
 */
export function risklessOfCalmest(divisor: MeasureChoice, problem: Problem, kernels: Kernels): Solution | null {
  const { weights } = minVolatility.solve(problem, {}, kernels);
  if (weights === null) return null;
  const ofAssets = dot(weights.map(Math.abs), volatilities(problem.covariance));
  if (volatilityOf(weights, problem.covariance) > NO_RISK * ofAssets) return null;
  const { risk, together } = riskOf(weights, divisor, { problem, kernels });
  return risk <= NO_RISK * together && earnsForCertain(weights, problem) ? withoutMaximum(divisor) : null;
}

/**
 * Solves for weights of least risk that earn the risk-free rate, net of costs. A measure without an objective of its
 * own, which may be negative, is limited to at most 0 instead, and the return maximised.
 */
function leastRisky({ measure, parameters }: MeasureChoice, problem: Problem, kernels: Kernels): Solution {
  const lowered = weightProgram(problem), { program, weights, scale } = lowered;
  const context = { problem, parameters, kernels, unit: programUnit(measure, problem), scale };
  const guess = (): Float64Array => startingGuess(lowered, problem, { kernels, guesses: ["minimum_variance"] });
  if (measure.minimise === undefined) {
    program.atMost(measure.express(program, weights, context), scale.times(0));
    return solveWeights(lowered, maximiseReturn(lowered, problem), { problem, kernels, guess });
  }
  program.atMost(scale.times(problem.riskFreeRate), netReturn(program, weights, { problem, scale }));
  return solveWeights(lowered, minimiseMeasure(measure, lowered, context), { problem, kernels, guess });
}

/**
 * Returns the risk of weights, the sum of the risks of the single holdings, and the largest uncertain risk. A measure
 * of degree two counts by its root.
 */
function riskOf(
  weights: Float64Array,
  { measure, parameters }: MeasureChoice,
  { problem, kernels }: Surroundings,
): { readonly risk: number; readonly together: number; readonly uncertain: number } {
  const riskIn = (of: Problem, held: Float64Array): number => {
    const risk = measure.value(held, { problem: of, parameters, kernels });
    return measure.degree === 2 ? Math.sqrt(Math.max(0, risk)) : risk;
  };
  const known = measure.needsHistory ? problem : { ...problem, returns: null };
  let together = 0, size = 0;
  weights.forEach((weight, i) => {
    if (weight === 0) return;
    const alone = riskIn(problemWithin(known, Int32Array.of(i)), Float64Array.of(Math.sign(weight)));
    together += Math.abs(weight * alone);
    size += Math.abs(weight);
  });
  const lost = LOST_RISK * size * largestVolatility(problem.covariance);
  return {
    risk: riskIn(problem, weights),
    together,
    uncertain: Math.max(UNCERTAIN_RISK * together, lost),
  };
}

/** Whether the excess return of weights exceeds the rounding that the returns of the holdings leave. */
function earnsForCertain(weights: Float64Array, problem: Problem): boolean {
  const earned = weights.reduce((sum, weight, i) => sum + Math.abs(weight * problem.expectedReturns[i]), 0);
  return netReturnOf(weights, problem) - problem.riskFreeRate > UNCERTAIN_EXCESS * earned;
}

/** The same weights with the status `not_proven`. */
function unproven({ certificate, ...solution }: Solution, { measure }: MeasureChoice): Solution {
  const risk = nameOf(measure);
  return {
    ...solution,
    status: "not_proven",
    detail:
      `The ${risk} of the best weights found is so small compared with that of their assets, or with the volatility ` +
      "of the most volatile asset, that it is partly rounding error",
    certificate: certificate && { ...certificate, provenOptimal: false },
  };
}

function withoutMaximum({ measure }: MeasureChoice): Solution {
  return withoutWeights(
    "unbounded",
    `Some weights that meet the rules earn more than the risk-free rate without any ${nameOf(measure)}`,
  );
}

/** The name of a measure as words. */
function nameOf({ name }: RiskMeasure): string {
  return name.replaceAll("_", " ");
}
