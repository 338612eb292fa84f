import { matrix } from "../../../domain/matrix.ts";
import { historyOf } from "../../risk/risk_measure.ts";
import { angular, correlationsOf, type Distance, ofCorrelations } from "./distance.ts";
import { ranksOfColumns, startsOf } from "./ranks.ts";

/**
 * The distance sqrt((1 - ρ) / 2) by the correlations ρ of the ranks of returns. Equal returns have the mean of their
 * ranks. Spearman (1904), The proof and measurement of association between two things, American Journal of Psychology
 * 15.
 */
export const spearman: Distance = {
  id: "spearman",
  needsHistory: true,
  distances(problem, { statistics }) {
    const { rows, columns } = historyOf(problem);
    const ranks = matrix(rows, columns);
    ranksOfColumns(historyOf(problem)).forEach(({ dense, counts }, j) => {
      const starts = startsOf(counts);
      dense.forEach((rank, t) => ranks.data[t * columns + j] = starts[rank] + (counts[rank] - 1) / 2);
    });
    const correlations = correlationsOf(statistics.covariance(ranks), problem);
    return typeof correlations === "string" ? correlations : ofCorrelations(correlations, angular);
  },
};
