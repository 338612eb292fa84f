import { definePortfolioMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Turnover: half the sum of the absolute weight changes from the starting portfolio (one-way). */
export const turnover: Measure = definePortfolioMeasure(
  {
    id: "turnover",
    unit: "per_period",
    figure: "fraction",
    documentation: {
      title: "Turnover",
      formula: "sum(|w - w0|) / 2, holdings outside the run sold",
      reference:
        "DeMiguel, V., Garlappi, L. and Uppal, R. (2009), Optimal Versus Naive Diversification, The Review of Financial Studies 22(5), 1915-1953",
      paragraph: "The part of the portfolio that is traded on the way from the starting portfolio, one way.",
    },
  },
  ({ weights, startingWeights, startingWeightOutside }) => {
    let traded = startingWeightOutside;
    for (let i = 0; i < weights.length; i++) traded += Math.abs(weights[i] - startingWeights[i]);
    return traded / 2;
  },
);
