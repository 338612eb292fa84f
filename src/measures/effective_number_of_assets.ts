import { definePortfolioMeasure } from "./define_measure.ts";
import { dot } from "../domain/matrix.ts";
import type { Measure } from "./measure.ts";

/**
 * Effective number of assets: the number of equal holdings that would be as concentrated as the portfolio. Null without
 * holdings.
 */
export const effectiveNumberOfAssets: Measure = definePortfolioMeasure(
  {
    id: "effective_number_of_assets",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Effective number of assets",
      formula: "1 / sum(w²)",
      reference:
        "Woerheide, W. and Persson, D. (1993), An Index of Portfolio Diversification, Financial Services Review 2(2), 73-85",
      paragraph: "The number of equal holdings that would be as concentrated as the portfolio.",
    },
  },
  ({ weights }) => {
    const concentration = dot(weights, weights);
    return concentration === 0 ? null : 1 / concentration;
  },
);
