import { leastRisk } from "../least_risk.ts";
import { netReturn, netReturnOf } from "../program/net_return.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Problem } from "../problem.ts";
import type { MeasureChoice } from "../risk/measure_choice.ts";
import { programUnit } from "../risk/program_unit.ts";
import type { Kernels } from "../../kernels/mod.ts";

/** Steps from the portfolio of least risk: each squares what is missing. */
const STEPS = 2;

/**
 * Weights near those of the largest ratio of excess return to a measure of drawdowns: from the least risk on, each the
 * best at the price of risk that the one before shows (Dinkelbach 1967, On nonlinear fractional programming, Management
 * Science 13). Where the peaks of a path are depends on all of it, so that a start far off leaves nearly all of them to
 * the solver. Null for other measures, which need no such start, and where nothing is found.
 */
export function nearLargestRatio(
  problem: Problem,
  { measure, parameters }: MeasureChoice,
  kernels: Kernels,
): Float64Array | null {
  if (!hasPeaks(problem, { measure, parameters }, kernels)) return null;
  const source = { problem, parameters, kernels };
  const unit = programUnit(measure, problem), comparison = { ...source, measure, unit };
  let near = leastRisk(comparison).weights;
  for (let step = 0; step < STEPS && near !== null; step++) {
    const risk = measure.value(near, source), excess = netReturnOf(near, problem) - problem.riskFreeRate;
    if (!(risk > 0 && excess > 0)) return near;
    // Of the squares that a measure has for an objective the slope is the risk.
    const price = risk / excess * (measure.minimise === undefined ? 1 / unit : risk / unit ** 2);
    near = leastRisk(comparison, {
      near,
      added: ({ program, weights, scale }) =>
        program.minimize(netReturn(program, weights, { problem, scale }).times(-price)),
    }).weights;
  }
  return near;
}

/** Whether the expression of a measure has running maxima: the peaks of a path. */
export function hasPeaks(problem: Problem, { measure, parameters }: MeasureChoice, kernels: Kernels): boolean {
  if (!measure.needsHistory) return false;
  const program = new ProgramBuilder(), weights = program.variables(problem.assets.length);
  const context = { problem, parameters, kernels, unit: programUnit(measure, problem), scale: Affine.constant(1) };
  measure.express(program, weights, context);
  return program.build().maxima.length > 0;
}
