import { historyOf } from "../../risk/risk_measure.ts";
import { angular, type Distance, ofCorrelations, withoutCorrelation } from "./distance.ts";
import { ranksOfColumns } from "./ranks.ts";

/**
 * The distance sqrt((1 - τ) / 2) by Kendall's tau-b of the returns. Kendall (1945), The treatment of ties in ranking
 * problems, Biometrika 33.
 */
export const kendall: Distance = {
  id: "kendall",
  needsHistory: true,
  distances(problem, { clustering }) {
    const { rows: T, columns: n } = historyOf(problem);
    const ranks = new Int32Array(n * T), order = new Int32Array(n * T);
    const series = ranksOfColumns(historyOf(problem));
    const still = series.findIndex(({ counts }) => counts.length === 1);
    if (still >= 0) return withoutCorrelation(problem.assets[still]);
    series.forEach((one, j) => {
      ranks.set(one.dense, j * T);
      order.set(one.order, j * T);
    });
    const tied = Float64Array.from(series, ({ counts }) => counts.reduce((pairs, c) => pairs + c * (c - 1) / 2, 0));
    return ofCorrelations(clustering.kendall(ranks, order, tied), angular);
  },
};
