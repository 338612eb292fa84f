import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/** Simulation model that draws single history rows independently. */
export const bootstrap: SimulationModel = {
  id: "bootstrap",
  needsHistory: true,
  parameters: [],
  fit: (source, plan) => rowsModel(source, plan, () => ({ kind: "each" })),
};
