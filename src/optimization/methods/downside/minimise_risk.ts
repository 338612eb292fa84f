import { historyOf, type RiskMeasure } from "../../risk/risk_measure.ts";
import { sharesOf } from "../../risk/shares_of.ts";
import { typicalDeviation } from "../../risk/typical_deviation.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { minimiseMeasure } from "../minimise_measure.ts";
import { defineProgramMethod } from "../program_method.ts";

/** The method that minimises a measure of risk over the history, under every rule. */
export function minimiseRisk<Parameters>(
  description: Pick<Method, "id" | "documentation">,
  measure: RiskMeasure<Parameters>,
): Method<Parameters> {
  return defineProgramMethod({
    ...description,
    group: "downside and drawdown",
    parameters: measure.parameters,
    needs: needing({ assets: 2, observations: 2, history: true }),
    enforces: () => ENFORCED.byRiskMinimisers,
    riskContributions(problem, weights, parameters, kernels) {
      if (problem.returns === null) return null;
      const gradient = measure.gradient(weights, { problem, parameters, kernels });
      return gradient && sharesOf(gradient.map((slope, i) => slope * weights[i]));
    },
  }, {
    guesses: ["minimum_variance"],
    minimise(lowered, { problem, parameters, kernels }) {
      const unit = typicalDeviation(historyOf(problem));
      return minimiseMeasure(measure, lowered, { problem, parameters, kernels, unit, scale: lowered.scale });
    },
  });
}
