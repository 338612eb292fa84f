import { automaticBlockLength } from "../block_length.ts";
import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/**
 * Simulation model that draws blocks of consecutive history rows of one length. The length is the plan's, else that of
 * the Politis and White rule for the portfolio's own returns, rounded to whole rows.
 */
export const blockBootstrap: SimulationModel = {
  id: "block_bootstrap",
  needsHistory: true,
  needsOrder: true,
  parameters: ["blockLength"],
  fit: (source, plan) =>
    rowsModel(source, plan, (own) => ({
      kind: "blocks",
      length: plan.blockLength ?? Math.max(1, Math.round(automaticBlockLength(own).circular)),
    })),
};
