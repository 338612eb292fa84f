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
 * Shares of the risk that the assets held have each for itself: the first is rounding, for their returns cancel to the
 * last digit there, and of what is below the second rounding has the digits that a proof is about.
 */
const NO_RISK = 1e-7, UNCERTAIN_RISK = 1e-5;

/** Of what the assets held earn, each in its direction: an excess return of less is no more than what they leave. */
const UNCERTAIN_EXCESS = 1e-5;

/** Nor is anything certain that a program says of less than this share of the largest volatility of an asset. */
const LOST_RISK = 1e-10;

interface Surroundings {
  readonly problem: Problem;
  readonly kernels: Kernels;
}

/**
 * The solution of a ratio by the risk of its weights: one of which rounding is a part is not proven, and where there is
 * none at all the ratio has no maximum.
 */
export function judgeRisk(solution: Solution, divisor: MeasureChoice, { problem, kernels }: Surroundings): Solution {
  const { weights } = solution;
  if (weights === null) return solution;
  const { risk, together, uncertain } = riskOf(weights, divisor, { problem, kernels });
  if (risk > uncertain) return solution;
  if (risk > NO_RISK * together) return unproven(solution, divisor);
  // Where returns cancel as risks do, what they leave of each may have any ratio.
  return earnsForCertain(weights, problem) ? withoutMaximum(divisor) : unproven(solution, divisor);
}

/** Says that a ratio has no maximum where weights without risk earn more than the risk-free rate; else null. */
export function riskless(divisor: MeasureChoice, problem: Problem, kernels: Kernels): Solution | null {
  const { weights } = leastRisky(divisor, problem, kernels);
  if (weights === null) return null;
  const { risk, together } = riskOf(weights, divisor, { problem, kernels });
  return risk <= NO_RISK * together && earnsForCertain(weights, problem) ? withoutMaximum(divisor) : null;
}

/**
 * The same of the weights of least volatility alone: of those that hedge themselves whole, of which a program takes
 * long to despair.
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
 * Weights that earn the risk-free rate at the least risk, or, of a measure that may be below 0, most without any: only
 * their existence counts.
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
 * The risk of weights, that of the assets held each for itself, and what is too little of it to be certain; by the root
 * of a measure of degree two.
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

/** Whether weights are expected to earn more than the risk-free rate, by more than their returns cancel to. */
function earnsForCertain(weights: Float64Array, problem: Problem): boolean {
  const earned = weights.reduce((sum, weight, i) => sum + Math.abs(weight * problem.expectedReturns[i]), 0);
  return netReturnOf(weights, problem) - problem.riskFreeRate > UNCERTAIN_EXCESS * earned;
}

/** The same weights, without the claim that they are best. */
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

/** In words. */
function nameOf({ name }: RiskMeasure): string {
  return name.replaceAll("_", " ");
}
