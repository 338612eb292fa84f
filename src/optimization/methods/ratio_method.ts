import { dot } from "../../domain/matrix.ts";
import { constrainByRules } from "../program/constrain_by_rules.ts";
import { netReturn, netReturnOf } from "../program/net_return.ts";
import { Affine } from "../program/program.ts";
import { startingGuess } from "../weights/starting_guess.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import { withoutWeights } from "../weights/without_weights.ts";
import type { Problem } from "../problem.ts";
import type { MeasureChoice } from "../risk/measure_choice.ts";
import { programUnit } from "../risk/program_unit.ts";
import type { Solution } from "../solution.ts";
import { PROOF } from "../certify/proof.ts";
import { volatilities, volatilityOf } from "../../measures/portfolio_volatility.ts";
import { maxReturn } from "./mean_variance/max_return.ts";
import { minVolatility } from "./mean_variance/min_volatility.ts";
import { calmestMultiple } from "./calmest_multiple.ts";
import type { Method } from "./method.ts";
import { hasPeaks, nearLargestRatio } from "./near_largest_ratio.ts";
import { defineProgramMethod, type MethodContext, type Objective } from "./program_method.ts";
import { judgeRisk, riskless, risklessOfCalmest } from "./ratio_risk.ts";
import { unlessRulesConflict } from "./unless_rules_conflict.ts";

/** A ratio of what a portfolio is expected to earn over the risk-free rate, net of costs, to a measure of its risk. */
export interface Ratio<Parameters> {
  /** The word of the objective. */
  name(parameters: Parameters): string;
  divisor(parameters: Parameters): MeasureChoice;
  /** What is added to the ratio, 0 where absent. */
  readonly offset?: number;
}

/**
 * A method that maximises a ratio: the risk of weights times a scaling variable is least while their excess return is
 * at least a unit (Charnes, Cooper 1962, Programming with linear fractional functionals; Schaible 1976, Fractional
 * programming I, for concave over convex). At least, since what costs leave is concave. Every limit is multiplied by
 * the scale. Where there is no such portfolio the answer says whether the rules are infeasible, whether nothing earns
 * more than the risk-free rate, or whether the ratio has no maximum.
 */
export function defineRatioMethod<Parameters>(
  description: Omit<Method<Parameters>, "solve">,
  ratio: Ratio<Parameters>,
): Method<Parameters> {
  const byProgram = defineProgramMethod(description, {
    ...ratioIn(ratio, excessUnit),
    explain: (solution, at) => explained(solution, { description, ratio, at }),
  });
  return {
    ...byProgram,
    solve(problem, parameters, kernels) {
      const divisor = ratio.divisor(parameters);
      const attempt = { description, ratio, at: { problem, parameters, kernels } };
      const isHistory = divisor.measure.needsHistory && problem.returns !== null;
      const known = isHistory ? withoutMaximum(divisor, attempt) : null;
      return unlessRulesConflict(known ?? byProgram.solve(problem, parameters, kernels), problem, kernels);
    },
  };
}

/** The ratio by a program in which excess returns stand in a unit. */
function ratioIn<Parameters>(
  ratio: Ratio<Parameters>,
  unitOf: (problem: Problem) => number,
): Objective<Parameters> {
  return {
    guesses: ["tangency", "maximum_return"],
    program: (problem) => ratioProgram(problem, unitOf(problem)),
    start(lowered, { problem, parameters, kernels }) {
      const near = problem.warmStart === null ? nearLargestRatio(problem, ratio.divisor(parameters), kernels) : null;
      return near && startingGuess(lowered, { ...problem, warmStart: near }, { kernels, guesses: [] });
    },
    minimise({ program, weights, scale }, { problem, parameters, kernels }) {
      const { measure, parameters: own } = ratio.divisor(parameters), { offset = 0 } = ratio;
      // What is of degree two in the weights is divided by the scale, which an objective of squares alone is not.
      const squares = measure.degree === 2 ? undefined : measure.minimise;
      const unit = programUnit(measure, problem, { isExpressed: squares === undefined });
      const perUnit = unit / unitOf(problem), context = { problem, parameters: own, kernels, unit, scale };
      if (squares === undefined) program.minimize(measure.express(program, weights, context));
      else measure.minimise?.(program, weights, context);
      return {
        name: ratio.name(parameters),
        value: (found) => valueOf(found, ratio, { problem, parameters, kernels }),
        // Of an objective f the quotient is 1 / (perUnit · f), or 1 / (perUnit · sqrt(2 f)).
        slope(value) {
          const quotient = value - offset;
          return squares === undefined ? -(quotient ** 2) * perUnit : -(quotient ** 3) * perUnit ** 2;
        },
      };
    },
  };
}

function valueOf<Parameters>(
  weights: Float64Array,
  ratio: Ratio<Parameters>,
  { problem, parameters, kernels }: MethodContext<Parameters>,
): number {
  const { measure, parameters: own } = ratio.divisor(parameters);
  const excess = netReturnOf(weights, problem) - problem.riskFreeRate;
  return (ratio.offset ?? 0) + excess / measure.value(weights, { problem, parameters: own, kernels });
}

/** Of the order of the excess returns at hand, so that the scaling variable is near 1. */
function excessUnit({ expectedReturns, riskFreeRate }: Problem): number {
  return expectedReturns.reduce((largest, mean) => Math.max(largest, Math.abs(mean - riskFreeRate)), 0) || 1;
}

/** Weights times a scaling variable, with an excess return of at least `unit`. */
function ratioProgram(problem: Problem, unit: number): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  const excess = netReturn(program, weights, { problem, scale }).minus(scale.times(problem.riskFreeRate));
  program.atMost(Affine.constant(1), excess.times(1 / unit));
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/** A ratio that is solved for, and of what. */
interface Attempt<Parameters> {
  readonly description: Omit<Method<Parameters>, "solve">;
  readonly ratio: Ratio<Parameters>;
  readonly at: MethodContext<Parameters>;
}

/**
 * Tells infeasible rules from rules under which nothing earns more than the risk-free rate, which no proof says where
 * weights do, and both from a ratio without limit. What earns so little more that the unit of the excess hides it is
 * solved for in its own.
 */
function explained<Parameters>(solution: Solution, attempt: Attempt<Parameters>): Solution {
  const { description, ratio, at } = attempt, { problem, parameters, kernels } = at;
  const divisor = ratio.divisor(parameters);
  const withRisk = (found: Solution): Solution =>
    calmestMultiple(
      judgeRisk(found, divisor, { problem, kernels }),
      (weights) => valueOf(weights, ratio, at),
      problem,
    );
  if (solution.weights !== null) {
    // Drawdowns are never below 0: what has none is told by the weights found.
    const isSought = solution.status !== "optimal" && !hasPeaks(problem, divisor, kernels);
    return (isSought ? risklessOf(attempt) : null) ?? withRisk(byCalmest(solution, attempt) ?? solution);
  }
  if (solution.status === "unbounded") return risklessOf(attempt) ?? solution;
  const best = maxReturn.solve(problem, {}, kernels);
  if (best.status === "infeasible") return best;
  if (best.objective === null) {
    return solution.status === "infeasible" ? withoutWeights("infeasible", TOO_LITTLE) : solution;
  }
  const excess = best.objective.value - problem.riskFreeRate;
  if (solution.status === "infeasible" && excess > roundingOf(best, problem)) return withoutWeights("not_proven");
  if (solution.status === "infeasible" || excess <= -leftOpen(best, problem)) {
    return withoutWeights("infeasible", earningTooLittle(best, problem));
  }
  if (!(excess > 0)) return solution;
  const solved = defineProgramMethod(description, ratioIn(ratio, () => excess)).solve(problem, parameters, kernels);
  if (solved.weights !== null) return withRisk(solved);
  return risklessOf(attempt) ?? (solved.status === "not_proven" ? solved : withoutWeights("not_proven"));
}

/** What is said where there is no maximum, of which a program over scenarios takes long to despair; else null. */
function withoutMaximum<Parameters>(divisor: MeasureChoice, attempt: Attempt<Parameters>): Solution | null {
  const { problem, kernels } = attempt.at;
  const known = risklessOfCalmest(divisor, problem, kernels) ?? withoutExcess(attempt);
  // Long weights hardly ever rise together each period; of short ones those that do are soon found.
  return known ?? (problem.short && hasPeaks(problem, divisor, kernels) ? risklessOf(attempt) : null);
}

/**
 * What is said where the rules allow no weights that earn more than the risk-free rate, which a program over scenarios
 * takes long to find out; null where they do. What is searched for is left to the search.
 */
function withoutExcess<Parameters>(attempt: Attempt<Parameters>): Solution | null {
  const { problem, kernels } = attempt.at;
  if (problem.rules.some((rules) => rules.integers(problem) !== null)) return null;
  const best = maxReturn.solve(problem, {}, kernels);
  const isShort = best.status === "optimal" && best.objective !== null &&
    best.objective.value - problem.riskFreeRate <= -roundingOf(best, problem);
  return best.status === "infeasible" || isShort ? explained(withoutWeights("infeasible"), attempt) : null;
}

/**
 * Assets so much calmer than a portfolio earn so little for their risk to count that rounding alone is left of what its
 * multipliers say of them.
 */
const FAR_CALMER = 1e-6;

/**
 * The solution in the unit of what the calmest weights earn, where they are far calmer than those found and have a
 * larger ratio; null where they have not.
 */
function byCalmest<Parameters>(solution: Solution, { description, ratio, at }: Attempt<Parameters>): Solution | null {
  const { problem, parameters, kernels } = at, { covariance, riskFreeRate } = problem;
  const { status, weights, objective } = solution;
  if (status !== "optimal" || weights === null || objective === null) return null;
  const calm = FAR_CALMER * volatilityOf(weights, covariance);
  if (!volatilities(covariance).some((own) => own < calm)) return null;
  const { weights: calmest } = minVolatility.solve(problem, {}, kernels);
  if (calmest === null || !(valueOf(calmest, ratio, at) > objective.value)) return null;
  const excess = netReturnOf(calmest, problem) - riskFreeRate;
  const solved = defineProgramMethod(description, ratioIn(ratio, () => excess)).solve(problem, parameters, kernels);
  return solved.weights !== null || solved.status === "unbounded" ? solved : withoutWeights("not_proven", HIDDEN);
}

const HIDDEN = "The best weights found have a smaller ratio than those of least volatility, which hardly earn anything";

/** What is said where weights that earn more than the risk-free rate have no risk; null where none are found. */
function risklessOf<Parameters>({ ratio, at: { problem, parameters, kernels } }: Attempt<Parameters>): Solution | null {
  return riskless(ratio.divisor(parameters), problem, kernels);
}

/** By how much the largest return may be larger than the one found. */
function leftOpen(best: Solution, problem: Problem): number {
  return best.status === "optimal" ? roundingOf(best, problem) : Infinity;
}

/** What a proof leaves open of the return of weights: a share of what they earn each, and of what costs take. */
function roundingOf({ weights }: Solution, problem: Problem): number {
  if (weights === null) return Infinity;
  const { expectedReturns } = problem;
  const taken = dot(expectedReturns, weights) - netReturnOf(weights, problem);
  return PROOF.gap * weights.reduce((sum, weight, i) => sum + Math.abs(weight * expectedReturns[i]), taken);
}

const TOO_LITTLE = "No weights that meet the rules are expected to earn more than the risk-free rate";

function earningTooLittle({ objective }: Solution, { riskFreeRate, periodsPerYear }: Problem): string {
  const [rate, annual] = [riskFreeRate, objective?.value ?? NaN].map((perPeriod) => perPeriod * periodsPerYear);
  return `${TOO_LITTLE} of ${rate} a year: the best earn ${annual}`;
}
