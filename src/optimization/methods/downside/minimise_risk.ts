import type { Matrix } from "../../../domain/matrix.ts";
import { centred } from "../../risk/centred.ts";
import { historyOf, type RiskMeasure } from "../../risk/risk_measure.ts";
import { sharesOf } from "../../risk/shares_of.ts";
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

/** Deviations of this share of an asset's returns are what rounding makes of none. */
const ROUNDING = 1e-10;

/** The median over the assets that deviate of the mean size of their deviations; of their returns where none does. */
function typicalDeviation(returns: Matrix): number {
  const sizes = meanSizes(returns);
  const deviations = meanSizes(centred(returns)).filter((deviation, j) => deviation > ROUNDING * sizes[j]);
  return median(deviations) || median(sizes) || 1;
}

function meanSizes({ rows, columns, data }: Matrix): Float64Array {
  const sizes = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) sizes[j] += Math.abs(data[at]);
  return sizes.map((sum) => sum / rows);
}

/** 0 of no values. */
function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
