import { correlationsOf, type Distance, ofCorrelations } from "./distance.ts";

/** sqrt(1 - |ρ|) by the correlations of the estimated covariance: opposites are as near as what moves as one. */
export const absolute: Distance = {
  id: "absolute",
  needsHistory: false,
  distances(problem) {
    const correlations = correlationsOf(problem.covariance, problem);
    if (typeof correlations === "string") return correlations;
    return ofCorrelations(correlations, (correlation) => Math.sqrt(1 - Math.abs(correlation)));
  },
};
