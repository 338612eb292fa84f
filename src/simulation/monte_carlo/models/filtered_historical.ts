import { column, matrix } from "../../../domain/matrix.ts";
import { fitGarch } from "../garch.ts";
import { historyOf } from "./rows_model.ts";
import type { SimulationModel } from "./simulation_model.ts";

/**
 * Simulation model that fits a GARCH(1,1) to each asset and draws rows of its residuals (filtered historical
 * simulation). The residuals are scaled to mean 0 and variance 1, so that they add neither drift nor variance. Each
 * asset's variance moves on its own, so every asset is simulated.
 */
export const filteredHistorical: SimulationModel = {
  id: "filtered_historical",
  needsHistory: true,
  needsOrder: true,
  parameters: [],
  fit(source, { rebalance }, { onPart }) {
    const returns = historyOf(source);
    const fits = Array.from({ length: returns.columns }, (_, j) => {
      onPart(j, returns.columns);
      return fitGarch(column(returns, j));
    });
    const residuals = matrix(returns.rows, returns.columns);
    fits.forEach((fit, j) => {
      standardised(fit.residuals).forEach((z, t) => residuals.data[t * returns.columns + j] = z);
    });
    return {
      kind: "filtered",
      weights: source.weights,
      rebalance,
      means: Float64Array.from(fits, ({ mean }) => mean),
      residuals,
      omega: Float64Array.from(fits, ({ omega }) => omega),
      alpha: Float64Array.from(fits, ({ alpha }) => alpha),
      beta: Float64Array.from(fits, ({ beta }) => beta),
      firstVariance: Float64Array.from(fits, ({ nextVariance }) => nextVariance),
    };
  },
};

function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return values.map((value) => variance > 0 ? (value - mean) / Math.sqrt(variance) : 0);
}
