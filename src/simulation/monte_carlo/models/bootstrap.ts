import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/** Rows of the history, each drawn for itself. */
export const bootstrap: SimulationModel = {
  id: "bootstrap",
  needsHistory: true,
  parameters: [],
  fit: (source, plan) => rowsModel(source, plan, () => ({ kind: "each" })),
};
