import { timesVector } from "../../domain/matrix.ts";
import { type PowerMean, powerMeanOf } from "../../measures/power_mean.ts";
import { powerMean } from "../cones/power_mean.ts";
import { Affine } from "../program/program.ts";
import { centred, deviations } from "./centred.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

/**
 * Defines the measure of risk that is the square of a power mean ‖x‖ of the deviations x of the returns from their
 * mean. It has degree 2: in a homogenised program, whose scale is s, it is the least t with ‖x‖² ≤ t s.
 */
export function powerMeanMeasure<Parameters>(
  { id, documentation, parameters }: Pick<RiskMeasure<Parameters>, "id" | "documentation" | "parameters">,
  meanOf: (parameters: Parameters) => PowerMean,
): RiskMeasure<Parameters> {
  return {
    id,
    name: id,
    documentation,
    parameters,
    needsHistory: true,
    isNeverNegative: true,
    degree: 2,
    express(program, weights, { problem, unit, scale, parameters }) {
      const x = weights.mapped(centred(historyOf(problem))).times(1 / unit);
      return program.epigraph(powerMean(meanOf(parameters)), Affine.stack([scale, x])).times(unit);
    },
    value: (weights, { problem, parameters }) =>
      powerMeanOf(deviations(timesVector(historyOf(problem), weights)), meanOf(parameters)),
    gradient(weights, { problem, parameters }) {
      const returns = historyOf(problem), x = deviations(timesVector(returns, weights));
      const { slopes } = powerMean(meanOf(parameters)).supportAt(Float64Array.of(0, 1, ...x), {
        firstRow: 0,
        rows: x.length + 2,
      });
      return weighted(centred(returns), slopes.subarray(1));
    },
  };
}
