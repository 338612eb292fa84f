import { normalModel } from "./normal_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/** Simulation model with normal returns that have the run's expected returns and covariance. */
export const gaussian: SimulationModel = {
  id: "gaussian",
  needsHistory: false,
  parameters: [],
  fit: (source, plan, options) => normalModel(source, plan, { ...options, degreesOfFreedom: null }),
};
