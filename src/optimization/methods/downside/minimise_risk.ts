import { needsOfMeasure, type RiskMeasure } from "../../risk/risk_measure.ts";
import { contributionsTo } from "../../risk/contributions_to.ts";
import { programUnit } from "../../risk/program_unit.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { minimiseMeasure } from "../minimise_measure.ts";
import { defineProgramMethod } from "../program_method.ts";

/** Defines the method that solves min ρ(w) under the rules, for a measure of risk ρ of the history. */
export function minimiseRisk<Parameters>(
  description: Pick<Method, "id" | "documentation">,
  measure: RiskMeasure<Parameters>,
): Method<Parameters> {
  return defineProgramMethod({
    ...description,
    group: "downside and drawdown",
    parameters: measure.parameters,
    needs: needing({ assets: 2, ...needsOfMeasure(measure) }),
    enforces: () => ENFORCED.byRiskMinimisers,
    riskContributions: (problem, weights, parameters, kernels) =>
      contributionsTo(measure, weights, { problem, parameters, kernels }),
  }, {
    guesses: ["minimum_variance"],
    minimise(lowered, { problem, parameters, kernels }) {
      const unit = programUnit(measure, problem);
      return minimiseMeasure(measure, lowered, { problem, parameters, kernels, unit, scale: lowered.scale });
    },
  });
}
