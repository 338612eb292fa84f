import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { lettingIn } from "../../../domain/fields_by_word.ts";
import { contributionsTo } from "../../risk/contributions_to.ts";
import {
  measureChoice,
  measureFields,
  refuseParametersOfOthers,
  withOwnParameters,
} from "../../risk/measure_choice.ts";
import { supportRulesOf } from "../../weights/search_weights.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { programUnit } from "../../risk/program_unit.ts";
import { needsOfMeasure, type RiskContext, type RiskMeasure } from "../../risk/risk_measure.ts";
import { ENFORCED } from "../enforced.ts";
import { maximiseReturn } from "../mean_variance/max_return.ts";
import { type Method, needing } from "../method.ts";
import { minimiseAlone } from "../minimise_alone.ts";
import { minimiseMeasure } from "../minimise_measure.ts";
import { defineProgramMethod, type MethodContext } from "../program_method.ts";
import { defineRatioMethod } from "../ratio_method.ts";

const DEFAULT_AVERSION = 1;

const parameters = z.strictObject({
  objective: lettingIn(
    z.enum(["min_risk", "max_return", "max_utility", "max_ratio"]).default("min_risk").meta({
      description:
        "The objective: the least risk, the largest return, the largest return less a price times the risk, the largest ratio",
    }),
    { min_risk: [], max_return: [], max_utility: ["risk_aversion"], max_ratio: [] },
  ),
  ...measureFields("variance"),
  risk_aversion: boundedNumber.positive().optional().meta({
    description:
      `The price of risk in the objective max_utility, ${DEFAULT_AVERSION} if absent; no other objective has one`,
  }),
}).superRefine(refuseParametersOfOthers).superRefine(({ objective, risk_aversion }, context) => {
  if (objective === "max_utility" || risk_aversion === undefined) return;
  const message = `Cannot take "risk_aversion" with the objective ${objective}: it is the price of risk of max_utility`;
  context.addIssue({ code: "custom", path: ["risk_aversion"], message });
}).overwrite(withOwnParameters).overwrite((sent) =>
  sent.objective === "max_utility" ? { ...sent, risk_aversion: sent.risk_aversion ?? DEFAULT_AVERSION } : sent
);
type MeanRiskParameters = z.output<typeof parameters>;

const description: Omit<Method<MeanRiskParameters>, "solve"> = {
  id: "mean_risk",
  group: "general",
  documentation: {
    title: "Mean and risk",
    formula: "minimise ρ(w), or maximise m'w, m'w - risk_aversion ρ(w) or (m'w - rf) / ρ(w), per period",
    reference: "Stone (1973), A general class of three-parameter risk measures, Journal of Finance 28",
    paragraph:
      "Expected return and any measure of risk ρ: the least risk, the largest return, the largest return less " +
      "risk_aversion times the risk, or the largest ratio of the return over the risk-free rate to the risk.",
  },
  parameters,
  needs(parameters) {
    const { measure } = measureChoice(parameters);
    return needing({
      assets: 2,
      ...needsOfMeasure(measure),
      expectedReturns: parameters.objective !== "min_risk",
    })();
  },
  enforces: ({ objective }) => FAMILIES[objective],
  riskContributions(problem, weights, parameters, kernels) {
    const { measure, parameters: own } = measureChoice(parameters);
    return contributionsTo(measure, weights, { problem, parameters: own, kernels });
  },
};

const FAMILIES = {
  min_risk: ENFORCED.byRiskMinimisers,
  max_return: ENFORCED.byReturnMaximisers,
  max_utility: ENFORCED.byReturnMaximisers,
  max_ratio: ENFORCED.byRatios,
} as const;

const byExpression = defineProgramMethod(description, {
  guesses: ["minimum_variance"],
  minimise(lowered, at) {
    const { measure, context } = minimisedBy(lowered, at);
    return minimiseMeasure(measure, lowered, context);
  },
});

const byExpressionAlone = defineProgramMethod(description, {
  guesses: ["minimum_variance"],
  minimise(lowered, at) {
    const { measure, context } = minimisedBy(lowered, at);
    return minimiseAlone(measure, lowered, context) ?? minimiseMeasure(measure, lowered, context);
  },
});

function minimisedBy(
  { scale }: WeightProgram,
  { problem, parameters, kernels }: MethodContext<MeanRiskParameters>,
): { readonly measure: RiskMeasure; readonly context: RiskContext<unknown> } {
  const { measure, parameters: own } = measureChoice(parameters);
  return { measure, context: { problem, parameters: own, kernels, unit: programUnit(measure, problem), scale } };
}

/**
 * Minimises a measure. Its form `expressAlone`, if it has one, is tried first: it is shorter, and valid only as the
 * sole objective and without rules on which weights are 0. The general form follows if that gives no proven optimum.
 */
const minRisk: Method<MeanRiskParameters> = {
  ...description,
  solve(problem, parameters, kernels) {
    const { measure } = measureChoice(parameters);
    if (measure.expressAlone !== undefined && supportRulesOf(problem) === null) {
      const solution = byExpressionAlone.solve(problem, parameters, kernels);
      if (solution.status === "optimal") return solution;
    }
    return byExpression.solve(problem, parameters, kernels);
  },
};

const maxReturn = defineProgramMethod(description, {
  guesses: ["maximum_return"],
  minimise: (lowered, { problem }) => maximiseReturn(lowered, problem),
});

const maxUtility = defineProgramMethod(description, {
  guesses: ["minimum_variance", "tangency", "maximum_return"],
  minimise(lowered, { problem, parameters, kernels }) {
    const { program, weights, scale } = lowered, { risk_aversion: aversion = DEFAULT_AVERSION } = parameters;
    const { measure, parameters: own } = measureChoice(parameters);
    const source = { problem, parameters: own, kernels };
    const { value } = maximiseReturn(lowered, problem);
    const meaning = {
      name: "utility",
      value: (found: Float64Array) => value(found) - aversion * measure.value(found, source),
    };
    const isQuadratic = measure.degree === 2 && !measure.needsHistory && measure.minimise !== undefined;
    if (isQuadratic) {
      // `minimise` adds half of measure / unit² to the objective: with this unit that is aversion × measure.
      measure.minimise?.(program, weights, { ...source, unit: 1 / Math.sqrt(2 * aversion), scale });
    } else {
      const unit = programUnit(measure, problem, { isExpressed: true });
      program.minimize(measure.express(program, weights, { ...source, unit, scale }).times(aversion * unit));
    }
    return { ...meaning, slope: () => -1 };
  },
});

const maxRatio = defineRatioMethod(description, {
  name: (parameters) => `return_to_${measureChoice(parameters).measure.name}`,
  divisor: measureChoice,
});

const SOLVERS = { min_risk: minRisk, max_return: maxReturn, max_utility: maxUtility, max_ratio: maxRatio } as const;

/**
 * Solves for the least risk, the largest return, the largest utility or the largest ratio, with any measure of risk.
 */
export const meanRisk: Method<MeanRiskParameters> = {
  ...description,
  solve: (problem, parameters, kernels) => SOLVERS[parameters.objective].solve(problem, parameters, kernels),
};
