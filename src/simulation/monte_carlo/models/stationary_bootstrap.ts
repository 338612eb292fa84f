import { automaticBlockLength } from "../block_length.ts";
import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/**
 * Blocks of rows whose lengths are geometric, of the plan's mean length, or by the rule of Politis and White for the
 * portfolio's own returns.
 */
export const stationaryBootstrap: SimulationModel = {
  id: "stationary_bootstrap",
  needsHistory: true,
  parameters: ["blockLength"],
  fit: (source, plan) =>
    rowsModel(source, plan, (own) => ({
      kind: "geometric",
      meanLength: plan.blockLength ?? automaticBlockLength(own).stationary,
    })),
};
