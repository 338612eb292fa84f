import { timesVector } from "../../../domain/matrix.ts";
import { fitStudentT } from "../fit_student_t.ts";
import type { SimulationSource } from "../simulation_source.ts";
import { normalModel } from "./normal_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/** Degrees of freedom of the Student t model if there is no history to fit them to. */
const USUAL_DEGREES_OF_FREEDOM = 5;

/** Simulation model with Student t returns that have the run's expected returns and covariance. */
export const studentT: SimulationModel = {
  id: "student_t",
  needsHistory: false,
  readsRows: ({ degreesOfFreedom }) => degreesOfFreedom === null,
  parameters: ["degreesOfFreedom"],
  fit(source, plan, options) {
    return normalModel(source, plan, { ...options, degreesOfFreedom: plan.degreesOfFreedom ?? fitted(source) });
  },
};

/**
 * Returns degrees of freedom fitted to the portfolio's own returns, or 5 without a history. One number serves all
 * assets, because every portfolio of a multivariate Student t has the same degrees of freedom.
 */
function fitted({ returns, weights }: SimulationSource): number {
  return returns === null ? USUAL_DEGREES_OF_FREEDOM : fitStudentT(timesVector(returns, weights));
}
