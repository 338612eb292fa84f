import { definePortfolioMeasure } from "./define_measure.ts";
import { dot } from "../domain/matrix.ts";
import type { Measure } from "./measure.ts";
import { portfolioVolatility, volatilities } from "./portfolio_volatility.ts";

/**
 * Diversification ratio: the sum of the assets' volatilities times their weights, divided by the volatility of the
 * portfolio. Null if the portfolio has no volatility.
 */
export const diversificationRatio: Measure = definePortfolioMeasure(
  {
    id: "diversification_ratio",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Diversification ratio",
      formula: "sum(w_i σ_i) / sqrt(w'Sw)",
      reference:
        "Choueifaty, Y. and Coignard, Y. (2008), Toward Maximum Diversification, The Journal of Portfolio Management 35(1), 40-51",
      paragraph: "How much more the assets scatter one by one than together: 1 where they move as one.",
    },
  },
  ({ weights, covariance }) => {
    const volatility = portfolioVolatility(weights, covariance);
    return volatility === 0 ? null : dot(weights, volatilities(covariance)) / volatility;
  },
);
