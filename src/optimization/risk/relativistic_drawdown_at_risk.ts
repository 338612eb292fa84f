import { z } from "zod";
import { relativisticTail } from "../../measures/relativistic_tail.ts";
import { relativistic } from "../cones/relativistic.ts";
import { confidence } from "./confidence.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { kappa } from "./kappa.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

const parameters = z.strictObject({ confidence, kappa });

/**
 * Relativistic drawdown at risk: the relativistic value at risk of the drawdowns of the cumulative sum of returns.
 * Cajas (2023), Portfolio optimization of relativistic value at risk.
 */
export const relativisticDrawdownAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "relativistic_drawdown_at_risk",
  name: "relativistic_drawdown_at_risk",
  parameters,
  needsHistory: true,
  express: (program, weights, at) => program.epigraph(relativistic(at.parameters), drawdownsOf(program, weights, at)),
  value: (weights, { problem, parameters, kernels: { measures } }) =>
    measures.relativisticTail(portfolioDrawdowns(weights, problem), parameters),
  gradient: (weights, { problem, parameters }) =>
    weightedDrawdowns(weights, problem, relativisticTail(portfolioDrawdowns(weights, problem), parameters).shares),
};
