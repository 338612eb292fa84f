import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** First lower partial moment: the mean shortfall of the returns below a target of 0. */
export const firstLowerPartialMoment: Measure = defineHistoryMeasure(
  {
    id: "first_lower_partial_moment",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "First lower partial moment",
      formula: "sum(max(target - x, 0)) / T, target 0",
      reference:
        "Bawa, V. S. (1975), Optimal Rules for Ordering Uncertain Prospects, Journal of Financial Economics 2(1), 95-121",
      paragraph: "By how much returns fall short of 0 on average, gains counted as 0.",
    },
  },
  (series) => series.targetSums(0).shortfalls / series.values.length,
);
