import type { Kernels } from "../../../kernels/mod.ts";
import { type Method, needing } from "../method.ts";
import type { Problem } from "../../problem.ts";
import type { WeightObjective } from "../../weights/weight_objective.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { volatility } from "../../risk/volatility.ts";
import { minimiseMeasure } from "../minimise_measure.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** Minimises the variance under the rules. */
export const minVolatility: Method<NoParameters> = defineProgramMethod({
  id: "min_volatility",
  group: "mean-variance",
  documentation: {
    title: "Minimum volatility",
    formula: "minimise sqrt(w'Sw)",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The portfolio of least volatility within the rules. Needs no expected returns.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2 }),
  enforces: () => ENFORCED.byRiskMinimisers,
}, {
  guesses: ["minimum_variance"],
  minimise: (lowered, { problem, kernels }) => minimiseVolatility(lowered, problem, kernels),
});

/**
 * Adds half the variance to the objective of a program. The unit of the risk is 1: other units serve to scale rows, and
 * a quadratic objective adds none.
 */
export function minimiseVolatility(lowered: WeightProgram, problem: Problem, kernels: Kernels): WeightObjective {
  return minimiseMeasure(volatility, lowered, { problem, parameters: {}, kernels, unit: 1, scale: lowered.scale });
}
