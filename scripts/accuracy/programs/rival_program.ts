import type { AccuracyProgram } from "./accuracy_program.ts";
import { FORMULATIONS } from "./rival_formulations.ts";
import type { RivalContext, RivalProgram } from "./rival_weights.ts";

/**
 * Whether the solver can be told of the objective of a program: entropic and relativistic measures, moments and
 * logarithms are neither linear nor convex quadratic, and are held against rival points.
 */
export function isStated(program: AccuracyProgram): boolean {
  const { method, parameters } = asMethod(program);
  if (method === "robust_mean_variance") return parameters.uncertainty_set === "box";
  return FORMULATIONS[method] !== undefined;
}

/** The program of a method as its documented formula has it. Throws where a method is not known here. */
export function rivalProgram(context: RivalContext): RivalProgram {
  const program = asMethod(context.program), formulation = FORMULATIONS[program.method];
  if (formulation === undefined) {
    throw new Error(`Cannot formulate "${program.method}": write it down in rival_formulations.ts`);
  }
  return formulation({ ...context, program });
}

/** Of a trade between return and risk: the method that has the same weights, where there is one. */
export function asMethod(program: AccuracyProgram): AccuracyProgram {
  const { objective = "min_risk", measure = "variance", risk_aversion = 1, ...own } = program.parameters;
  if (program.method !== "mean_risk") return program;
  const isSquare = measure === "variance";
  if (objective === "max_return") return { ...program, method: "max_return", parameters: {} };
  if (objective === "min_risk") {
    return { ...program, method: isSquare ? "min_volatility" : `min_${measure}`, parameters: own };
  }
  if (objective === "max_utility") {
    if (!isSquare) return program;
    return { ...program, method: "max_quadratic_utility", parameters: { risk_aversion: 2 * Number(risk_aversion) } };
  }
  const ratio = RATIO_OF[String(measure)];
  return ratio === undefined ? program : { ...program, method: ratio, parameters: own };
}

/** The ratios to a measure. */
const RATIO_OF: Readonly<Record<string, string>> = {
  volatility: "max_sharpe",
  cvar: "max_return_cvar",
  evar: "max_return_evar",
  max_drawdown: "max_calmar",
  cdar: "max_return_cdar",
  ulcer_index: "max_martin",
};
