import type { Matrix } from "../../../src/domain/matrix.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import { minCvar } from "../../../src/optimization/methods/downside/min_cvar.ts";
import { minMad } from "../../../src/optimization/methods/downside/min_mad.ts";
import { minSemideviation } from "../../../src/optimization/methods/downside/min_semideviation.ts";
import type { Method } from "../../../src/optimization/methods/method.ts";
import { minimiseMeasure } from "../../../src/optimization/methods/minimise_measure.ts";
import { conditionalValueAtRisk } from "../../../src/optimization/risk/conditional_value_at_risk.ts";
import { meanAbsoluteDeviation } from "../../../src/optimization/risk/mean_absolute_deviation.ts";
import type { RiskMeasure } from "../../../src/optimization/risk/risk_measure.ts";
import { semideviation } from "../../../src/optimization/risk/semideviation.ts";
import { weightProgram } from "../../../src/optimization/program/weight_program.ts";
import type { MarketShape, RowWork, WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

/** Starts the work of a method on a history. */
type Start = (returns: Matrix, kernels: Kernels) => RowWork;

const STARTS: Readonly<Record<"min_cvar" | "min_semideviation" | "min_mad", Start>> = {
  min_cvar: startOf(minCvar, conditionalValueAtRisk, { confidence: 0.95 }),
  min_semideviation: startOf(minSemideviation, semideviation, {}),
  min_mad: startOf(minMad, meanAbsoluteDeviation, {}),
};

/** Long only, the least value of a measure of risk over a history. */
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
    return { run: () => judgeOf(method.solve(problem, parameters, kernels)), programs: [lowered.program.build()] };
  };
}
