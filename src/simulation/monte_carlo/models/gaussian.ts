import { normalModel } from "./normal_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/** Normal returns of the run's means and covariance. */
export const gaussian: SimulationModel = {
  id: "gaussian",
  needsHistory: false,
  parameters: [],
  fit: (source, plan, options) => normalModel(source, plan, { ...options, degreesOfFreedom: null }),
};
