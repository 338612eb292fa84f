import type { WorkerRow } from "../row.ts";

/** Benchmark row of the sample covariance of 500 assets. */
export const covariance: WorkerRow = {
  id: "covariance 2500 x 500",
  shape: { assets: 500, observations: 2_500 },
  prepare(returns, { statistics }) {
    return {
      run() {
        statistics.covariance(returns);
        return () => ({ objective: null, proven_optimal: null });
      },
      programs: [],
    };
  },
};
