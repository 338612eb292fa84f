import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { negativePart } from "./negative_part.ts";

/**
 * Second lower partial moment: sqrt(Σ max(-x, 0)² / (T - 1)) over T returns x, which counts only those below a target
 * of 0. Null for a single period.
 */
export const secondLowerPartialMoment: Measure = defineHistoryMeasure(
  {
    id: "second_lower_partial_moment",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Second lower partial moment",
      formula: "sqrt(sum(max(target - x, 0)²) / (T - 1)), target 0",
      reference:
        "Bawa, V. S. (1975), Optimal Rules for Ordering Uncertain Prospects, Journal of Financial Economics 2(1), 95-121",
      paragraph: "How far returns scatter below 0.",
    },
  },
  (series) => {
    const count = series.values.length;
    return count < 2 ? null : secondLowerPartialMomentBy(series.targetSums(0).squaresBelow, count);
  },
);

/** Returns the second lower partial moment of two or more returns below a target. */
export function secondLowerPartialMomentOf(
  series: Float64Array,
  target: number,
  rowWeights?: Float64Array,
): number {
  let sum = 0;
  for (let t = 0; t < series.length; t++) {
    const shortfall = negativePart(series[t] - target);
    sum += (rowWeights?.[t] ?? 1) * (shortfall * shortfall);
  }
  return secondLowerPartialMomentBy(sum, series.length);
}

/** Returns the second lower partial moment of two or more returns from the sum of the squares of their shortfalls. */
function secondLowerPartialMomentBy(squaresBelow: number, count: number): number {
  return Math.sqrt(squaresBelow / (count - 1));
}
