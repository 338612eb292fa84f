import { automaticBlockLength } from "../block_length.ts";
import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/**
 * Simulation model that draws blocks of history rows with geometric lengths. The mean length is the plan's, else that
 * of the Politis and White rule for the portfolio's own returns.
 */
export const stationaryBootstrap: SimulationModel = {
  id: "stationary_bootstrap",
  needsHistory: true,
  needsOrder: true,
  parameters: ["blockLength"],
  fit: (source, plan) =>
    rowsModel(source, plan, (own) => ({
      kind: "geometric",
      meanLength: plan.blockLength ?? automaticBlockLength(own).stationary,
    })),
};
