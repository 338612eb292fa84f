import { leastRisk } from "../least_risk.ts";
import { netReturn, netReturnOf } from "../program/net_return.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Problem } from "../problem.ts";
import type { MeasureChoice } from "../risk/measure_choice.ts";
import { programUnit } from "../risk/program_unit.ts";
import type { Kernels } from "../../kernels/mod.ts";

/** Number of Dinkelbach steps from the portfolio of least risk. Their convergence is superlinear. */
const STEPS = 2;

/**
 * Returns weights near the largest ratio of excess return to a measure of drawdowns, as a start. Each step minimises
 * the risk less k times the excess return, where k is the risk divided by the excess return of the weights before
 * (Dinkelbach 1967, On nonlinear fractional programming, Management Science 13). A solver needs such a start because
 * the running maxima depend on the whole history: from a distant start it would have to move nearly all of them.
 * Returns null if the expression of the measure has no running maxima, and if no weights are found.
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
    // The objective is risk / unit, or half its square. The price of the return is risk / excess times the derivative
    // of that objective by the risk.
    const price = risk / excess * (measure.minimise === undefined ? 1 / unit : risk / unit ** 2);
    near = leastRisk(comparison, {
      near,
      added: ({ program, weights, scale }) =>
        program.minimize(netReturn(program, weights, { problem, scale }).times(-price)),
    }).weights;
  }
  return near;
}

/**
 * Whether the expression of a measure has running maxima. Drawdowns have them, unless the history has jumps
 * (`drawdownsOf` of `risk/drawdowns_of.ts`).
 */
export function hasPeaks(problem: Problem, { measure, parameters }: MeasureChoice, kernels: Kernels): boolean {
  if (!measure.needsHistory) return false;
  const program = new ProgramBuilder(), weights = program.variables(problem.assets.length);
  const context = { problem, parameters, kernels, unit: programUnit(measure, problem), scale: Affine.constant(1) };
  measure.express(program, weights, context);
  return program.build().maxima.length > 0;
}
