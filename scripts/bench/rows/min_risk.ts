import type { Matrix } from "../../../src/domain/matrix.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import { minAverageDrawdown } from "../../../src/optimization/methods/downside/min_average_drawdown.ts";
import { minCdar } from "../../../src/optimization/methods/downside/min_cdar.ts";
import { minCvar } from "../../../src/optimization/methods/downside/min_cvar.ts";
import { minGini } from "../../../src/optimization/methods/downside/min_gini.ts";
import { minMad } from "../../../src/optimization/methods/downside/min_mad.ts";
import { minSemideviation } from "../../../src/optimization/methods/downside/min_semideviation.ts";
import { minUlcerIndex } from "../../../src/optimization/methods/downside/min_ulcer_index.ts";
import type { Method } from "../../../src/optimization/methods/method.ts";
import { minimiseMeasure } from "../../../src/optimization/methods/minimise_measure.ts";
import { averageDrawdown } from "../../../src/optimization/risk/average_drawdown.ts";
import { conditionalDrawdownAtRisk } from "../../../src/optimization/risk/conditional_drawdown_at_risk.ts";
import { conditionalValueAtRisk } from "../../../src/optimization/risk/conditional_value_at_risk.ts";
import { gini } from "../../../src/optimization/risk/gini.ts";
import { meanAbsoluteDeviation } from "../../../src/optimization/risk/mean_absolute_deviation.ts";
import type { RiskMeasure } from "../../../src/optimization/risk/risk_measure.ts";
import { semideviation } from "../../../src/optimization/risk/semideviation.ts";
import { ulcerIndex } from "../../../src/optimization/risk/ulcer_index.ts";
import { weightProgram } from "../../../src/optimization/weights/weight_program.ts";
import type { MarketShape, RowWork, WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

type Benched =
  | "min_cvar"
  | "min_semideviation"
  | "min_mad"
  | "min_gini"
  | "min_average_drawdown"
  | "min_cdar"
  | "min_ulcer_index";

/**
 * Type of a function that prepares a benchmark row's work, minimising one risk measure, from returns (T rows of n
 * assets) and the numeric kernels.
 */
type Start = (returns: Matrix, kernels: Kernels) => RowWork;

const STARTS: Readonly<Record<Benched, Start>> = {
  min_cvar: startOf(minCvar, conditionalValueAtRisk, { confidence: 0.95 }),
  min_semideviation: startOf(minSemideviation, semideviation, {}),
  min_mad: startOf(minMad, meanAbsoluteDeviation, {}),
  min_gini: startOf(minGini, gini, {}),
  min_average_drawdown: startOf(minAverageDrawdown, averageDrawdown, {}),
  min_cdar: startOf(minCdar, conditionalDrawdownAtRisk, { confidence: 0.95 }),
  min_ulcer_index: startOf(minUlcerIndex, ulcerIndex, {}),
};

/** Returns the benchmark row of a long-only method that minimises a risk measure of the history. */
export function minRiskOf(method: keyof typeof STARTS, shape: MarketShape): WorkerRow {
  return { id: `${method} n=${shape.assets} T=${shape.observations}`, shape, prepare: STARTS[method] };
}

function startOf<Parameters>(
  method: Method<Parameters>,
  measure: RiskMeasure<Parameters>,
  parameters: Parameters,
): Start {
  return (returns, kernels) => {
    const problem = benchProblem(returns, kernels);
    const lowered = weightProgram(problem);
    minimiseMeasure(measure, lowered, { problem, parameters, kernels, unit: 1, scale: lowered.scale });
    const program = lowered.program.build(), isConic = program.blocks.every(({ cone }) => cone.kernelCone !== null);
    return { run: () => judgeOf(method.solve(problem, parameters, kernels)), programs: isConic ? [program] : [] };
  };
}
