import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { negativePart } from "./negative_part.ts";

/**
 * Semideviation: sqrt(Σ min(x - mean, 0)² / (T - 1)) over T returns x, which counts only those below their mean. Null
 * for a single period.
 */
export const semideviation: Measure = defineHistoryMeasure(
  {
    id: "semideviation",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Semideviation",
      formula: "sqrt(sum(min(x - mean(x), 0)²) / (T - 1))",
      reference: "Markowitz, H. M. (1959), Portfolio Selection: Efficient Diversification of Investments, Wiley",
      paragraph: "How far returns scatter below their mean.",
    },
  },
  ({ values, varies, sums }) => {
    if (!varies) return values.length < 2 ? null : 0;
    return semideviationBy(sums.squaresBelow, values.length);
  },
);

/**
 * Returns the semideviation of a series from the array of its deviations from the mean, which may count by weights of 1
 * on average; at least two periods.
 */
export function semideviationOf(deviations: Float64Array, rowWeights?: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < deviations.length; t++) {
    const below = negativePart(deviations[t]);
    sum += (rowWeights?.[t] ?? 1) * (below * below);
  }
  return semideviationBy(sum, deviations.length);
}

/** Returns the semideviation of two or more periods from the sum of the squares of their deviations below the mean. */
function semideviationBy(squaresBelow: number, count: number): number {
  return Math.sqrt(squaresBelow / (count - 1));
}
