import { correlationsOf, type Distance, ofCorrelations } from "./distance.ts";

/**
 * The distance sqrt(1 - |ρ|) by the correlations ρ of the estimated covariance: assets with a correlation of -1 are as
 * close as assets with a correlation of 1.
 */
export const absolute: Distance = {
  id: "absolute",
  needsHistory: false,
  distances(problem) {
    const correlations = correlationsOf(problem.covariance, problem);
    if (typeof correlations === "string") return correlations;
    return ofCorrelations(correlations, (correlation) => Math.sqrt(1 - Math.abs(correlation)));
  },
};
