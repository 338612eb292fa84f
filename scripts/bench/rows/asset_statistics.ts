import { assetStatistics, type MeasuredRun } from "../../../src/computations/asset_statistics.ts";
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
      const measured = { problem: benchProblem(returns, kernels), reference: { riskFreeRate: 0, benchmark: null } };
      return {
        run() {
          assetStatistics(run, measured, kernels);
          return () => ({ objective: null, proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}
