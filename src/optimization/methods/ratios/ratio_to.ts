import { needsOfMeasure, type RiskMeasure } from "../../risk/risk_measure.ts";
import { contributionsTo } from "../../risk/contributions_to.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, type MethodNeeds, needing } from "../method.ts";
import { defineRatioMethod } from "../ratio_method.ts";

/**
 * Defines the method that maximises offset + (m'w - costs - rf) / ρ(w) under the rules, for expected returns m, the
 * risk-free rate rf and a measure of risk ρ of the history.
 */
export function ratioTo<Parameters>(
  description: Pick<Method, "id" | "documentation">,
  measure: RiskMeasure<Parameters>,
  { name, offset = 0, needs = {} }: {
    readonly name: string;
    readonly offset?: number;
    readonly needs?: Partial<MethodNeeds>;
  },
): Method<Parameters> {
  return defineRatioMethod({
    ...description,
    group: "ratios",
    parameters: measure.parameters,
    needs: needing({ assets: 2, ...needsOfMeasure(measure), expectedReturns: true, ...needs }),
    enforces: () => ENFORCED.byRatios,
    riskContributions: (problem, weights, parameters, kernels) =>
      contributionsTo(measure, weights, { problem, parameters, kernels }),
  }, { name: () => name, divisor: (parameters) => ({ measure, parameters }), offset });
}
