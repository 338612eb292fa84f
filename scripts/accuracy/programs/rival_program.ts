import type { AccuracyProgram } from "./accuracy_program.ts";
import { FORMULATIONS } from "./rival_formulations.ts";
import type { RivalContext, RivalProgram } from "./rival_weights.ts";

/**
 * Whether HiGHS can represent the objective of a program. Entropic and relativistic measures, moments and logarithms
 * are neither linear nor convex quadratic; such answers are compared with other feasible weights.
 */
export function isStated(program: AccuracyProgram): boolean {
  const { method, parameters } = asMethod(program);
  if (method === "robust_mean_variance") return parameters.uncertainty_set === "box";
  return FORMULATIONS[method] !== undefined;
}

/**
 * Returns the HiGHS model of a program by the documented formula of its method. Throws for a method without a
 * formulation.
 */
export function rivalProgram(context: RivalContext): RivalProgram {
  const program = asMethod(context.program), formulation = FORMULATIONS[program.method];
  if (formulation === undefined) {
    throw new Error(`Cannot formulate "${program.method}": write it down in rival_formulations.ts`);
  }
  return formulation({ ...context, program });
}

/**
 * Returns an equivalent program for `mean_risk`, by the method that has the same optimal weights, where there is one.
 * Returns any other program unchanged.
 */
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

/** Id of the method that maximises the ratio of the excess return to a risk measure, by the id of the measure. */
const RATIO_OF: Readonly<Record<string, string>> = {
  volatility: "max_sharpe",
  cvar: "max_return_cvar",
  evar: "max_return_evar",
  max_drawdown: "max_calmar",
  cdar: "max_return_cdar",
  ulcer_index: "max_martin",
};
