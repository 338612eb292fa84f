import { type Matrix, timesVector } from "../../../domain/matrix.ts";
import type { PathModel, RowDraw } from "../../../kernels/path_model.ts";
import type { SimulationPlan } from "../simulation_plan.ts";
import type { SimulationSource } from "../simulation_source.ts";
import { isAlwaysRestored } from "./simulation_model.ts";

/**
 * Returns a simulation model that draws history rows of all assets together. A portfolio that is rebalanced every
 * period is drawn by its own returns alone. `drawOf` chooses how rows are drawn, given the portfolio's own returns.
 */
export function rowsModel(
  source: SimulationSource,
  plan: SimulationPlan,
  drawOf: (own: Float64Array) => RowDraw,
): PathModel {
  const returns = historyOf(source), { weights } = source;
  const own = timesVector(returns, weights);
  const draw = drawOf(own);
  return isAlwaysRestored(plan)
    ? { kind: "portfolio_rows", returns: own, draw }
    : { kind: "asset_rows", weights, rebalance: plan.rebalance, returns, draw };
}

/** Returns the history rows that a simulation draws from. Throws a RangeError if there are none. */
export function historyOf({ returns }: SimulationSource): Matrix {
  if (returns === null || returns.rows === 0) {
    throw new RangeError("Cannot draw from this model without a history of returns");
  }
  return returns;
}
