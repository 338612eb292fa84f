import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { quantile } from "./quantile.ts";

/** Tail ratio: the absolute 95th percentile of the returns divided by the absolute 5th. Null if the 5th is 0. */
export const tailRatio: Measure = defineHistoryMeasure(
  {
    id: "tail_ratio",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Tail ratio",
      formula: "|P95| / |P5|, percentiles linear between order statistics",
      reference: "Quantopian (2016), empyrical: performance and risk statistics, tail_ratio",
      paragraph: "How large good periods are beside bad ones: above 1 where gains reach further than losses.",
    },
  },
  (series) => {
    const { ascending } = series.sorted;
    const low = Math.abs(quantile(ascending, 0.05));
    return low === 0 ? null : Math.abs(quantile(ascending, 0.95)) / low;
  },
);
