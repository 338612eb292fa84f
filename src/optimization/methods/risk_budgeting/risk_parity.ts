import { z } from "zod";
import { lettingIn } from "../../../domain/fields_by_word.ts";
import { dot } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { logarithmic } from "../../cones/logarithmic.ts";
import { leastRisk } from "../../least_risk.ts";
import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { largestLeast } from "../../weights/largest_least.ts";
import { Affine } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { variablesAt } from "../../weights/starting_guess.ts";
import { NEGLIGIBLE_WEIGHT } from "../../program/rounding.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { volatilities } from "../../../measures/portfolio_volatility.ts";
import type { Problem } from "../../problem.ts";
import { conditionalDrawdownAtRisk } from "../../risk/conditional_drawdown_at_risk.ts";
import { conditionalValueAtRisk } from "../../risk/conditional_value_at_risk.ts";
import { confidence } from "../../risk/confidence.ts";
import { entropicValueAtRisk } from "../../risk/entropic_value_at_risk.ts";
import { meanAbsoluteDeviation } from "../../risk/mean_absolute_deviation.ts";
import { needsOfMeasure, type RiskMeasure } from "../../risk/risk_measure.ts";
import { semideviation } from "../../risk/semideviation.ts";
import { sharesOf } from "../../risk/shares_of.ts";
import { volatility } from "../../risk/volatility.ts";
import type { Solution } from "../../solution.ts";
import { ENFORCED } from "../enforced.ts";
import { minVolatility } from "../mean_variance/min_volatility.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import { budgetedByVariance } from "./budgeted_by_variance.ts";
import { budgetFaults, budgetsOf, riskBudgets } from "./risk_budgets.ts";

/** The measures of risk that can be divided among the assets, by their ids in requests. */
const MEASURES: ReadonlyMap<string, RiskMeasure> = new Map<string, RiskMeasure>([
  ["variance", volatility],
  ...[
    semideviation,
    meanAbsoluteDeviation,
    conditionalValueAtRisk,
    entropicValueAtRisk,
    conditionalDrawdownAtRisk,
  ].map((measure): [string, RiskMeasure] => [measure.id, measure]),
]);

const DEFAULT_CONFIDENCE = confidence.parse(undefined);

const parameters = z.strictObject({
  measure: lettingIn(
    z.enum([...MEASURES.keys()]).default("variance").meta({
      description: "The measure of risk that is divided among the assets",
    }),
    Object.fromEntries([...MEASURES.keys()].map((word) => [word, hasConfidence(word) ? ["confidence"] : []])),
  ),
  confidence: confidence.unwrap().optional(),
  budgets: riskBudgets.optional().meta({
    description: "The share of the risk of every asset, above 0; the shares sum to 1, and are equal if absent",
  }),
}).superRefine(({ measure, confidence }, faults) => {
  if (confidence === undefined || hasConfidence(measure)) return;
  faults.addIssue({
    code: "custom",
    path: ["confidence"],
    message: `Cannot use a confidence with the measure "${measure}", which has none; leave it out`,
  });
}).overwrite((sent) => hasConfidence(sent.measure) ? { confidence: DEFAULT_CONFIDENCE, ...sent } : sent);

type Parameters = z.output<typeof parameters>;

const byProgram: Method<Parameters> = defineProgramMethod({
  id: "risk_parity",
  group: "risk budgeting",
  documentation: {
    title: "Risk parity",
    formula: "minimise log(risk(w)) - Σ b_i log(w_i): w_i ∂risk/∂w_i = b_i risk(w) where no rule binds",
    reference:
      "Maillard, Roncalli, Teïletche (2010), The properties of equally weighted risk contribution portfolios, Journal of Portfolio Management 36; Spinu (2013), An algorithm for computing risk parity weights",
    paragraph:
      "Each asset contributes its budget, a fraction of the total, to the risk of the portfolio; without budgets all " +
      "assets contribute the same. Long only. Where a rule binds, the contributions differ from the budgets, and are " +
      "reported.",
  },
  parameters,
  check: ({ budgets }, { assets }) => budgets === undefined ? [] : budgetFaults(budgets, assets),
  needs: (sent) => needing({ assets: 2, ...needsOfMeasure(measureOf(sent).measure) })(),
  enforces: () => ENFORCED.byLongOnlyRatios,
  riskContributions(problem, weights, sent, kernels) {
    const { measure, own } = measureOf(sent);
    const gradient = measure.gradient(weights, { problem, parameters: own, kernels });
    return gradient && sharesOf(gradient.map((slope, i) => slope * weights[i]));
  },
}, {
  guesses: ["minimum_variance"],
  program: homogenised,
  minimise({ program, weights, scale }, { problem, parameters: sent, kernels }) {
    const { measure, own } = measureOf(sent), budgets = budgetsOf(sent.budgets, problem.assets);
    const at = { problem, parameters: own, kernels, unit: unitOf(problem), scale };
    if (measure.minimise !== undefined) measure.minimise(program, weights, at);
    else program.minimize(measure.express(program, weights, at));
    program.minimize(program.epigraph(logarithmic(budgets), Affine.stack([Affine.constant(1), weights.all()])));
    return {
      name: "log_risk_minus_budget_weighted_log_weights",
      value: (found) =>
        found.reduce((rest, weight, i) => rest - budgets[i] * Math.log(weight), Math.log(measure.value(found, at))),
      // For y = scale · w and the best scale, the objective of the program is this value plus a constant.
      slope: () => 1,
    };
  },
  start(lowered, { problem, parameters: sent, kernels }) {
    const near = budgetedByVariance(problem.covariance, budgetsOf(sent.budgets, problem.assets));
    if (near === null) return null;
    const { measure, own } = measureOf(sent);
    const size = unitOf(problem) / measure.value(near, { problem, parameters: own, kernels });
    if (!(size > 0 && size < Infinity)) return null;
    const y = near.map((weight) => weight * size);
    return variablesAt(lowered, y, { scale: y.reduce((sum, entry) => sum + entry, 0) });
  },
  explain(solution, { problem, parameters: sent, kernels }) {
    const { measure, own } = measureOf(sent), unit = unitOf(problem);
    const calmest = (): Float64Array | null => leastRisk({ problem, measure, parameters: own, unit, kernels }).weights;
    const riskOf = (weights: Float64Array): number => measure.value(weights, { problem, parameters: own, kernels });
    const budgets = budgetsOf(sent.budgets, problem.assets);
    return explained(solution, { problem, word: sent.measure, riskOf, calmest, budgets, kernels });
  },
});

/**
 * Minimises log ρ(w) - Σ b_i log w_i under the rules, for a measure of risk ρ and budgets b. Without active rules each
 * asset has its share b_i of the risk.
 */
export const riskParity: Method<Parameters> = {
  ...byProgram,
  solve(problem, sent, kernels) {
    // A program takes many iterations to find that a weight must be 0 or that weights without risk make the objective
    // unbounded.
    if (problem.rules.length > 0 && leavesAssetOut(largestLeastWeight(problem, kernels))) {
      return withoutWeights("infeasible", ASSET_LEFT_OUT);
    }
    const { measure, own } = measureOf(sent);
    const riskOf = (weights: Float64Array): number => measure.value(weights, { problem, parameters: own, kernels });
    const calmest = (): Float64Array | null => minVolatility.solve(problem, {}, kernels).weights;
    return measure.needsHistory && problem.returns !== null && hasWeightsWithoutRisk(problem, { riskOf, calmest })
      ? withoutWeights("unbounded", withoutShares(sent.measure))
      : byProgram.solve(problem, sent, kernels);
  },
};

const ASSET_LEFT_OUT = "No weights that meet the rules hold every asset, but each asset has a share of the risk";

/** The largest t, at most 1, for which the rules allow weights of at least t in every asset. */
function largestLeastWeight(problem: Problem, kernels: Kernels): ReturnType<typeof largestLeast> {
  return largestLeast(problem, kernels, ({ weights }) => weights.all());
}

function leavesAssetOut({ value }: ReturnType<typeof largestLeast>): boolean {
  return value !== null && value < NEGLIGIBLE_WEIGHT;
}

function measureOf({ measure: word, confidence }: Parameters): { measure: RiskMeasure; own: unknown } {
  const measure = MEASURES.get(word) ?? volatility;
  return { measure, own: measure.parameters.parse(confidence === undefined ? {} : { confidence }) };
}

function hasConfidence(word: string): boolean {
  return MEASURES.get(word)?.parameters.safeParse({ confidence: DEFAULT_CONFIDENCE }).success === true;
}

/** Returns the homogenised program over y = scale · w ≥ 0, with every limit of the rules times the scale. */
function homogenised(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length, 0);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/** A risk of at most this share of the weighted mean volatility of the held assets is rounding. */
const NO_RISK = 1e-7;

function isWithoutRisk(
  weights: Float64Array,
  { covariance }: Problem,
  riskOf: (weights: Float64Array) => number,
): boolean {
  return riskOf(weights) <= NO_RISK * dot(weights, volatilities(covariance));
}

function hasWeightsWithoutRisk(
  problem: Problem,
  { riskOf, calmest }: {
    readonly riskOf: (weights: Float64Array) => number;
    readonly calmest: () => Float64Array | null;
  },
): boolean {
  const weights = calmest();
  return weights !== null && isWithoutRisk(weights, problem, riskOf);
}

function withoutShares(word: string): string {
  return `Some weights that meet the rules have no ${word}, which then cannot be divided into shares`;
}

function shares(parts: Float64Array | null): Float64Array | null {
  const sum = parts?.reduce((total, part) => total + part, 0) ?? 0;
  return parts && parts.map((part) => part / sum);
}

/** The median of the positive volatilities of the assets: in this unit the scaling variable is near 1. */
function unitOf({ covariance }: Problem): number {
  const of = volatilities(covariance).filter((own) => own > 0).sort();
  return of[of.length >> 1] ?? 1;
}

/**
 * Explains a missing answer: weights without risk, an asset without risk, infeasible rules, or an asset that the rules
 * keep at 0.
 */
function explained(
  solution: Solution,
  { problem, word, riskOf, calmest, budgets, kernels }: {
    problem: Problem;
    word: string;
    riskOf: (weights: Float64Array) => number;
    /**
     * The weights of least risk by the measure itself, because drawdowns or losses can be 0 while the variance is not.
     */
    calmest: () => Float64Array | null;
    budgets: Float64Array;
    kernels: Kernels;
  },
): Solution {
  const { status, weights } = solution, { assets, covariance } = problem;
  if (weights !== null && isWithoutRisk(weights, problem, riskOf)) {
    return withoutWeights("unbounded", withoutShares(word));
  }
  if (status === "infeasible" || status === "optimal") return solution;
  const still = volatilities(covariance).findIndex((own) => !(own > 0));
  if (still >= 0) {
    return withoutWeights("failed", `Cannot give "${assets[still]}" a share of the risk: the asset has no risk`);
  }
  if (status === "unbounded") return withoutWeights("unbounded", withoutShares(word));
  const smallest = largestLeastWeight(problem, kernels);
  if (smallest.status === "infeasible") return withoutWeights("infeasible");
  if (leavesAssetOut(smallest)) return withoutWeights("infeasible", ASSET_LEFT_OUT);
  if (hasWeightsWithoutRisk(problem, { riskOf, calmest })) {
    return withoutWeights("unbounded", withoutShares(word));
  }
  const near = weights ?? shares(budgetedByVariance(covariance, budgets));
  const none = near?.findIndex((weight) => !(weight >= NEGLIGIBLE_WEIGHT)) ?? -1;
  if (none < 0) return solution;
  const detail = `Weights with these shares of the risk hold less than ${NEGLIGIBLE_WEIGHT} of ${
    assets[none]
  }, which counts as 0`;
  return withoutWeights("not_proven", detail);
}
