import { COVARIANCES } from "../../../src/estimation/covariance/mod.ts";
import type { WorkerRow } from "../row.ts";
import { benchAssets } from "./bench_assets.ts";

/**
 * Returns the benchmark row of a covariance estimator with default parameters on 500 assets. The estimator must need no
 * benchmark.
 */
export function covarianceEstimateBy(id: string): WorkerRow {
  return {
    id: `covariance ${id} 2500 x 500`,
    shape: { assets: 500, observations: 2_500 },
    prepare(returns, kernels) {
      const estimator = COVARIANCES.get(id);
      if (estimator === undefined) throw new Error(`Cannot find estimator "${id}"`);
      const parameters = estimator.parameters.parse({});
      const inputs = {
        ...{ assets: benchAssets(returns.columns), returns, benchmark: null, factors: null, covariance: null },
        riskFreeRate: 0,
        periodsPerYear: 252,
      } as const;
      return {
        run() {
          estimator.estimate(inputs, parameters, kernels);
          return () => ({ objective: null, proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}
