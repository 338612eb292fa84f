import { COVARIANCES } from "../../../src/estimation/covariance/mod.ts";
import type { WorkerRow } from "../row.ts";
import { benchAssets } from "./bench_assets.ts";

/** The covariance of 500 assets by an estimator of the list that needs no benchmark, at its defaults. */
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
