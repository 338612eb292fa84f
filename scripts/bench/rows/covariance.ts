import type { WorkerRow } from "../row.ts";

/** Returns the benchmark row of the sample covariance of so many assets. */
export function covarianceOf(assets: number): WorkerRow {
  return {
    id: `covariance 2500 x ${assets}`,
    shape: { assets, observations: 2_500 },
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
}
