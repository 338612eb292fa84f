import { angular, correlationsOf, type Distance, ofCorrelations } from "./distance.ts";

/**
 * The distance sqrt((1 - ρ) / 2) by the correlations ρ of the estimated covariance. López de Prado (2016), Building
 * diversified portfolios that outperform out of sample, Journal of Portfolio Management 42.
 */
export const pearson: Distance = {
  id: "pearson",
  needsHistory: false,
  distances(problem) {
    const correlations = correlationsOf(problem.covariance, problem);
    return typeof correlations === "string" ? correlations : ofCorrelations(correlations, angular);
  },
};
