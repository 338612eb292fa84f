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
import { volatilities, volatilityOf } from "../../measures/portfolio_volatility.ts";
import { maxReturn } from "./mean_variance/max_return.ts";
import { minVolatility } from "./mean_variance/min_volatility.ts";
import { calmestMultiple } from "./calmest_multiple.ts";
import type { Method } from "./method.ts";
import { hasPeaks, nearLargestRatio } from "./near_largest_ratio.ts";
import { defineProgramMethod, type MethodContext, type Objective } from "./program_method.ts";
import { judgeRisk, riskless, risklessOfCalmest } from "./ratio_risk.ts";
import { returnLeftOpen, returnTolerance } from "./return_left_open.ts";
import { unlessRulesConflict } from "./unless_rules_conflict.ts";

/** A ratio of the expected excess return, net of costs, to a measure of risk. */
export interface Ratio<Parameters> {
  /** The name of the objective. */
  name(parameters: Parameters): string;
  divisor(parameters: Parameters): MeasureChoice;
  /** A constant that is added to the ratio; 0 if absent. */
  readonly offset?: number;
}

/**
 * Defines a method that maximises offset + (m'w - costs - rf) / ρ(w) under the rules, for expected returns m, the
 * risk-free rate rf and a measure of risk ρ. The homogenised program minimises ρ(y) over y = scale · w with an excess
 * return of at least one unit and every limit times the scale (Charnes, Cooper 1962, Programming with linear fractional
 * functionals; Schaible 1976, Fractional programming I, for concave over convex). The row of the excess return is an
 * inequality, because a return less costs is concave. If there is no such portfolio, the answer says whether the rules
 * are infeasible, nothing earns more than the risk-free rate, or the ratio has no maximum.
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

/** The objective of the homogenised program, in which excess returns are divided by a unit. */
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
      // The homogenised form of a measure of degree two is ρ(y) / scale, which a quadratic objective cannot express.
      const squares = measure.degree === 2 ? undefined : measure.minimise;
      const unit = programUnit(measure, problem, { isExpressed: squares === undefined });
      const perUnit = unit / unitOf(problem), context = { problem, parameters: own, kernels, unit, scale };
      if (squares === undefined) program.minimize(measure.express(program, weights, context));
      else measure.minimise?.(program, weights, context);
      return {
        name: ratio.name(parameters),
        value: (found) => valueOf(found, ratio, { problem, parameters, kernels }),
        // At an objective f the quotient is 1 / (perUnit · f), or 1 / (perUnit · sqrt(2 f)) if f is half a square. The
        // slope is its derivative by f.
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

/** The largest absolute excess return of an asset: in this unit the scaling variable is near 1. */
function excessUnit({ expectedReturns, riskFreeRate }: Problem): number {
  return expectedReturns.reduce((largest, mean) => Math.max(largest, Math.abs(mean - riskFreeRate)), 0) || 1;
}

/**
 * Returns the homogenised program over y = scale · w: every limit of the rules times the scale, and an excess return of
 * at least `unit`.
 */
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

/** A ratio with the method and the context that solve for it. */
interface Attempt<Parameters> {
  readonly description: Omit<Method<Parameters>, "solve">;
  readonly ratio: Ratio<Parameters>;
  readonly at: MethodContext<Parameters>;
}

/**
 * Explains a missing answer and checks the risk of a found one. A missing answer means infeasible rules, rules under
 * which nothing earns more than the risk-free rate, or a ratio without maximum. If the program is infeasible although
 * some weights earn more, nothing is proven. If the best excess return is too small for the unit of excess returns, the
 * program is solved again in the unit of that return.
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
    // Drawdowns are never negative, so that the risk of the weights found shows whether a ratio to them is unbounded.
    // For other measures weights without risk are sought if the answer is not proven.
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
  if (solution.status === "infeasible" && excess > returnTolerance(best, problem)) return withoutWeights("not_proven");
  if (solution.status === "infeasible" || excess <= -returnLeftOpen(best, problem)) {
    return withoutWeights("infeasible", earningTooLittle(best, problem));
  }
  if (!(excess > 0)) return solution;
  const solved = defineProgramMethod(description, ratioIn(ratio, () => excess)).solve(problem, parameters, kernels);
  if (solved.weights !== null) return withRisk(solved);
  return risklessOf(attempt) ?? (solved.status === "not_proven" ? solved : withoutWeights("not_proven"));
}

/**
 * Returns the answer for a ratio without maximum if this is cheap to see; else null. A program over scenarios takes
 * many iterations to find it.
 */
function withoutMaximum<Parameters>(divisor: MeasureChoice, attempt: Attempt<Parameters>): Solution | null {
  const { problem, kernels } = attempt.at;
  const known = risklessOfCalmest(divisor, problem, kernels) ?? withoutExcess(attempt);
  // Long-only weights without a single drawdown are rare. With short weights such portfolios are common and quick to
  // find.
  return known ?? (problem.short && hasPeaks(problem, divisor, kernels) ? risklessOf(attempt) : null);
}

/**
 * Returns the answer for rules under which no weights earn more than the risk-free rate; null if some do. A program
 * over scenarios takes many iterations to find this. Rules on which weights are 0 are left to branch and bound.
 */
function withoutExcess<Parameters>(attempt: Attempt<Parameters>): Solution | null {
  const { problem, kernels } = attempt.at;
  if (problem.rules.some((rules) => rules.integers(problem) !== null)) return null;
  const best = maxReturn.solve(problem, {}, kernels);
  const isShort = best.status === "optimal" && best.objective !== null &&
    best.objective.value - problem.riskFreeRate <= -returnTolerance(best, problem);
  return best.status === "infeasible" || isShort ? explained(withoutWeights("infeasible"), attempt) : null;
}

/**
 * If an asset has a volatility below this share of the portfolio's, `byCalmest` may solve again in a smaller unit. In
 * the unit of the excess return such an asset earns so little that its reduced cost is only rounding.
 */
const FAR_CALMER = 1e-6;

/**
 * Solves again in the unit of the excess return of the weights of least volatility, if an asset is far calmer than the
 * portfolio and these weights have a larger ratio. Returns null otherwise.
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

/** Returns `unbounded` if weights without risk earn more than the risk-free rate; null if none are found. */
function risklessOf<Parameters>({ ratio, at: { problem, parameters, kernels } }: Attempt<Parameters>): Solution | null {
  return riskless(ratio.divisor(parameters), problem, kernels);
}

const TOO_LITTLE = "No weights that meet the rules are expected to earn more than the risk-free rate";

function earningTooLittle({ objective }: Solution, { riskFreeRate, periodsPerYear }: Problem): string {
  const [rate, annual] = [riskFreeRate, objective?.value ?? NaN].map((perPeriod) => perPeriod * periodsPerYear);
  return `${TOO_LITTLE} of ${rate} a year: the best earn ${annual}`;
}
