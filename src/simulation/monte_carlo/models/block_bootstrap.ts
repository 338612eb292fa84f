import { automaticBlockLength } from "../block_length.ts";
import { rowsModel } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/**
 * Blocks of rows of one length: the plan's, or by the rule of Politis and White for the portfolio's own returns, in
 * whole rows.
 */
export const blockBootstrap: SimulationModel = {
  id: "block_bootstrap",
  needsHistory: true,
  parameters: ["blockLength"],
  fit: (source, plan) =>
    rowsModel(source, plan, (own) => ({
      kind: "blocks",
      length: plan.blockLength ?? Math.max(1, Math.round(automaticBlockLength(own).circular)),
    })),
};
