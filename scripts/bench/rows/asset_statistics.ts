import { type MeasuredRun, statisticsBasis } from "../../../src/computations/asset_statistics.ts";
import { statisticsShareCount, statisticsShares } from "../../../src/computations/shares/statistics_shares.ts";
import type { AssetStatistics } from "../../../src/request/parts/asset_statistics.ts";
import type { WorkerRow } from "../row.ts";
import { benchProblem } from "./bench_problem.ts";

/** Returns the benchmark row of the statistics of 500 assets without a benchmark: the standard ones, or all. */
export function assetStatisticsOf(statistics: AssetStatistics): WorkerRow {
  return {
    id: `statistics 2500 x 500, ${statistics}`,
    shape: { assets: 500, observations: 2_500 },
    prepare(returns, kernels) {
      const run: MeasuredRun = {
        request: { asset_statistics: statistics, methods: [], constraints: {} },
        methods: [],
      };
      const reference = { riskFreeRate: 0, benchmark: null };
      const basis = statisticsBasis(run, { problem: benchProblem(returns, kernels), reference });
      return {
        run() {
          const compute = statisticsShares.begin(basis, kernels);
          for (let share = 0; share < statisticsShareCount(basis.assets); share++) compute(share);
          return () => ({ objective: null, proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}
