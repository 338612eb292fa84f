import { dot } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { PROOF } from "../../solve/proof.ts";
import { type Method, needing } from "../method.ts";
import type { Problem } from "../../problem.ts";
import { netReturn, netReturnOf } from "../../program/net_return.ts";
import { Affine } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { Solution } from "../../solution.ts";
import { largestVolatility } from "../../risk/volatility.ts";
import { volatilityOf } from "../../../measures/portfolio_volatility.ts";
import { type WeightProgram, withoutWeights } from "../../program/weight_program.ts";
import { defineProgramMethod, type Objective } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { maxReturn } from "./max_return.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/**
 * Shares of the volatility that the assets held have together: the first is rounding, for their variances cancel to the
 * last digit there, and of what is below the second rounding has the digits that a proof is about.
 */
const NO_VOLATILITY = 1e-7, UNCERTAIN_VOLATILITY = 1e-5;

/** Of what the assets held earn, each in its direction: an excess return of less is no more than what they leave. */
const UNCERTAIN_EXCESS = 1e-5;

/** Nor is anything certain that a program says of less than this share of the largest volatility of an asset. */
const LOST_VOLATILITY = 1e-10;

const description: Omit<Method<NoParameters>, "solve"> = {
  id: "max_sharpe",
  group: "mean-variance",
  documentation: {
    title: "Maximum Sharpe ratio",
    formula: "maximise (m'w - rf) / sqrt(w'Sw)",
    reference:
      "Sharpe (1966), Mutual fund performance, Journal of Business 39; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2",
    paragraph: "The portfolio whose expected excess return per unit of volatility is largest: the tangency portfolio.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, observations: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byRatios,
};

/** The largest ratio of expected excess return to volatility. */
export const maxSharpe: Method<NoParameters> = defineProgramMethod(description, {
  ...ratioIn(excessUnit),
  explain: (solution, { problem, kernels }) => explained(solution, problem, kernels),
});

/** The ratio by a program in which excess returns stand in a unit. */
function ratioIn(unitOf: (problem: Problem) => number): Objective<NoParameters> {
  return {
    guesses: ["tangency", "maximum_return"],
    program: (problem) => ratioProgram(problem, unitOf(problem)),
    minimise({ program, weights }, { problem }) {
      const { riskFreeRate, covariance } = problem;
      const unit = unitOf(problem);
      program.minimizeQuadratic(weights, covariance);
      return {
        name: "sharpe_ratio",
        value: (found) => (netReturnOf(found, problem) - riskFreeRate) / volatilityOf(found, covariance),
        // The ratio is unit / sqrt(2 f).
        slope: (ratio) => -(ratio ** 3) / unit ** 2,
      };
    },
  };
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

/**
 * Tells infeasible rules from rules under which nothing earns more than the risk-free rate, and both from a ratio
 * without limit. What earns so little more that the unit of the excess hides it is solved for in its own.
 */
function explained(solution: Solution, problem: Problem, kernels: Kernels): Solution {
  if (solution.weights !== null) return withVolatility(solution, problem);
  if (solution.status === "unbounded") return solution;
  const best = maxReturn.solve(problem, {}, kernels);
  if (best.status === "infeasible") return best;
  if (best.objective === null) {
    return solution.status === "infeasible" ? withoutWeights("infeasible", TOO_LITTLE) : solution;
  }
  const excess = best.objective.value - problem.riskFreeRate;
  if (solution.status === "infeasible" || excess <= -leftOpen(best, problem)) {
    return withoutWeights("infeasible", earningTooLittle(best, problem));
  }
  if (!(excess > 0)) return solution;
  const solved = defineProgramMethod(description, ratioIn(() => excess)).solve(problem, {}, kernels);
  if (solved.weights !== null) return withVolatility(solved, problem);
  return solved.status === "not_proven" ? solved : withoutWeights("not_proven");
}

/** By how much the largest return may be larger than the one found. */
function leftOpen({ status, weights }: Solution, problem: Problem): number {
  if (status !== "optimal" || weights === null) return Infinity;
  const { expectedReturns } = problem;
  const taken = dot(expectedReturns, weights) - netReturnOf(weights, problem);
  return PROOF.gap * weights.reduce((sum, weight, i) => sum + Math.abs(weight * expectedReturns[i]), taken);
}

const TOO_LITTLE = "No weights that meet the rules are expected to earn more than the risk-free rate";

function earningTooLittle({ objective }: Solution, { riskFreeRate, periodsPerYear }: Problem): string {
  const [rate, annual] = [riskFreeRate, objective?.value ?? NaN].map((perPeriod) => perPeriod * periodsPerYear);
  return `${TOO_LITTLE} of ${rate} a year: the best earn ${annual}`;
}

/** The same weights, without the claim that they are best. */
function unproven({ certificate, ...solution }: Solution): Solution {
  return {
    ...solution,
    status: "not_proven",
    detail:
      "The best weights found have so little volatility beside that of their assets, or of the most volatile asset, " +
      "that rounding is a part of it",
    certificate: certificate && { ...certificate, provenOptimal: false },
  };
}

function withVolatility(solution: Solution, problem: Problem): Solution {
  const { covariance, expectedReturns, riskFreeRate } = problem;
  const weights = solution.weights ?? new Float64Array(covariance.rows), n = weights.length;
  let together = 0, size = 0, earned = 0;
  weights.forEach((weight, i) => {
    together += Math.abs(weight) * Math.sqrt(covariance.data[i * (n + 1)]);
    size += Math.abs(weight);
    earned += Math.abs(weight * expectedReturns[i]);
  });
  const volatility = volatilityOf(weights, covariance);
  const uncertain = Math.max(UNCERTAIN_VOLATILITY * together, LOST_VOLATILITY * size * largestVolatility(covariance));
  if (volatility > uncertain) return solution;
  if (volatility > NO_VOLATILITY * together) return unproven(solution);
  // Where returns cancel as volatilities do, what they leave of each may have any ratio.
  if (netReturnOf(weights, problem) - riskFreeRate <= UNCERTAIN_EXCESS * earned) return unproven(solution);
  return withoutWeights(
    "unbounded",
    "Weights that meet the rules earn more than the risk-free rate without any volatility",
  );
}
