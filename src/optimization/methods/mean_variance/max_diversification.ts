import { dot } from "../../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { correlationsOf } from "../../../estimation/correlations_of.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { volatilities, volatilityOf } from "../../../measures/portfolio_volatility.ts";
import type { Problem } from "../../problem.ts";
import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { solveWeights, type WeightProgram, weightProgram } from "../../weights/weight_program.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Solution } from "../../solution.ts";
import { solveBoxQuadratic } from "../../engines/solve_box_quadratic.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod, type Objective } from "../program_method.ts";

/**
 * Thresholds of `withVolatility` for the volatility of a portfolio, relative to the weighted mean volatility of its
 * assets. Up to the first the volatility is only rounding. Up to the second it has too few digits for a proof.
 */
const WITHOUT_VOLATILITY = 1e-7, UNCERTAIN = 1e-5;

const description: Omit<Method<NoParameters>, "solve"> = {
  id: "max_diversification",
  group: "mean-variance",
  documentation: {
    title: "Maximum diversification",
    formula: "maximise (Σ w_i s_i) / sqrt(w'Sw), s_i the root of the i-th diagonal entry of S",
    reference:
      "Choueifaty, Coignard (2008), Toward maximum diversification, Journal of Portfolio Management 35; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2",
    paragraph:
      "The portfolio whose volatility is smallest compared with the weighted mean of the volatilities of its assets. " +
      "Long only; needs no expected returns.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2 }),
  enforces: () => ENFORCED.byLongOnlyRatios,
};

/**
 * Maximises the diversification ratio (Σ w_i s_i) / sqrt(w'Sw) under the rules, s the volatilities of the assets and S
 * their covariance.
 */
export const maxDiversification: Method<NoParameters> = {
  ...description,
  solve(problem, parameters, kernels) {
    if (volatilities(problem.covariance).every((own) => own === 0)) {
      return withoutWeights("infeasible", NO_VOLATILITY);
    }
    const diversified = withoutRules(problem, kernels);
    const near = { ...problem, warmStart: problem.warmStart ?? diversified };
    const solution = byUnit(meanVolatility(diversified, problem)).solve(near, parameters, kernels);
    if (solution.weights !== null) return withVolatility(solution, problem);
    const most = mostVolatile(problem, kernels);
    if (most.status !== "optimal" || most.objective === null) return most.status === "infeasible" ? most : solution;
    if (!(most.objective.value > 0)) return withoutWeights("infeasible", NO_VOLATILITY);
    return withVolatility(byUnit(most.objective.value).solve(problem, parameters, kernels), problem);
  },
};

const NO_VOLATILITY = "No weights that meet the rules hold an asset whose volatility is above 0";

function byUnit(unit: number): Method<NoParameters> {
  return defineProgramMethod(description, ratioIn(unit));
}

/** The objective of the homogenised program, in which the weighted mean volatility is divided by `unit`. */
function ratioIn(unit: number): Objective<NoParameters> {
  return {
    guesses: ["minimum_variance"],
    program: (problem) => ratioProgram(problem, unit),
    minimise({ program, weights }, { problem: { covariance } }) {
      program.minimizeQuadratic(weights, covariance);
      const own = volatilities(covariance);
      return {
        name: "diversification_ratio",
        value: (found) => dot(own, found) / volatilityOf(found, covariance),
        // At an objective f the ratio is unit / sqrt(2 f), and the slope is its derivative by f.
        slope: (ratio) => -(ratio ** 3) / unit ** 2,
      };
    },
  };
}

/**
 * Returns the homogenised program over y = scale · w: every limit of the rules times the scale, and Σ y_i s_i ≥ unit
 * for the volatilities s of the assets.
 */
function ratioProgram(problem: Problem, unit: number): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  program.atMost(Affine.constant(1), weights.dot(volatilities(problem.covariance)).times(1 / unit));
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Returns the weights of the largest diversification ratio that are long only and sum to 1, as a start for the program.
 * They are proportional to z_i / s_i for the volatilities s and the z ≥ 0 of sum 1 that minimises z'Cz, C the
 * correlations. Uses equal z if the solver finds none.
 */
function withoutRules({ covariance }: Problem, { quadratic }: Kernels): Float64Array {
  const own = volatilities(covariance), n = own.length;
  const { status, x } = solveBoxQuadratic(quadratic, {
    P: correlationsOf(covariance, own),
    q: new Float64Array(n),
    budget: 1,
    lower: new Float64Array(n),
    upper: own.map((volatility) => volatility > 0 ? 1 : 0),
  });
  const shares = status === "optimal" && x.every((share) => share >= 0 && share <= 1) ? x : new Float64Array(n).fill(1);
  const weights = shares.map((share, i) => own[i] > 0 ? share / own[i] : 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function meanVolatility(weights: Float64Array, { covariance }: Problem): number {
  return dot(weights, volatilities(covariance));
}

/** Maximises the weighted mean volatility of the assets, Σ w_i s_i for their volatilities s, under the rules. */
function mostVolatile(problem: Problem, kernels: Kernels): Solution {
  const lowered = weightProgram(problem), own = volatilities(problem.covariance);
  lowered.program.minimize(lowered.weights.dot(own).times(-1));
  const objective = { name: "mean_volatility", value: (found: Float64Array) => dot(own, found), slope: () => -1 };
  return solveWeights(lowered, objective, { problem, kernels });
}

/**
 * Rejects a solution whose volatility may be rounding. The result is `unbounded` if it is only rounding and the assets
 * held have volatility, else `not_proven`.
 */
function withVolatility(solution: Solution, problem: Problem): Solution {
  const { weights, certificate } = solution;
  if (weights === null) return solution;
  const mean = meanVolatility(weights, problem), left = volatilityOf(weights, problem.covariance);
  if (left > UNCERTAIN * mean) return solution;
  if (mean > 0 && left <= WITHOUT_VOLATILITY * mean) return withoutWeights("unbounded", HEDGED);
  return {
    ...solution,
    status: "not_proven",
    detail:
      "The volatility of the best weights found is so small compared with that of their assets that it is partly rounding error",
    certificate: certificate && { ...certificate, provenOptimal: false },
  };
}

const HEDGED = "Some weights that meet the rules have no volatility although their assets have one";
