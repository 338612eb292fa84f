import type { Matrix } from "../../../src/domain/matrix.ts";
import type { Computations } from "../../../src/computations/mod.ts";
import { runSimulation } from "../../../src/jobs/kinds/monte_carlo.ts";
import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import { loadKernels } from "../../../src/kernels/mod.ts";
import type { SimulationPlan } from "../../../src/simulation/monte_carlo/mod.ts";
import type { SimulationSource } from "../../../src/simulation/monte_carlo/simulation_source.ts";
import { SIMULATION_PLAN } from "../../../tests/support/simulation_plan.ts";
import type { PoolRow } from "../row.ts";

/** Plan of a simulation of a million paths over one year, with daily rebalancing. */
export const MILLION_PATHS: SimulationPlan = { ...SIMULATION_PLAN, paths: 1_000_000 };

/**
 * Benchmark row of a million paths over one year with daily rebalancing, including summary and fan chart data, on two
 * workers.
 */
export const monteCarloRestored: PoolRow = monteCarloOf(
  "monte carlo 1e6 x 252, restored daily, 2 workers",
  MILLION_PATHS,
);

/** Benchmark row of a million paths with Student t returns. */
export const monteCarloHeavyTailed: PoolRow = monteCarloOf("monte carlo 1e6 x 252, student t, 2 workers", {
  ...MILLION_PATHS,
  model: "student_t",
  degreesOfFreedom: 5,
});

/** Benchmark row of a hundred thousand paths of twenty correlated assets without rebalancing, on two workers. */
export const monteCarloDrifting: PoolRow = monteCarloOf("monte carlo 1e5 x 252 x 20 assets, drifting, 2 workers", {
  ...MILLION_PATHS,
  paths: 100_000,
  rebalance: 0,
});

/** Returns the benchmark row of a Monte Carlo simulation. Its objective is the median terminal wealth. */
function monteCarloOf(id: string, plan: SimulationPlan): PoolRow {
  return {
    id,
    shape: { assets: 20, observations: 1_260 },
    open(returns, share = 1) {
      const pool = new WorkerPool<Computations>({ workers: 2 });
      const source = sourceOf(returns);
      const walked = { ...plan, paths: Math.round(plan.paths * share) };
      return {
        async run() {
          const { summary } = await runSimulation(pool, await source, walked);
          return () => ({ objective: summary.terminal.median, proven_optimal: null });
        },
        close: () => pool.close(),
      };
    },
  };
}

/** Returns the inputs of a simulation of equal weights, with mean and covariance of the returns. */
export async function sourceOf(returns: Matrix): Promise<SimulationSource> {
  const kernels = await loadKernels(null);
  return {
    weights: new Float64Array(returns.columns).fill(1 / returns.columns),
    expectedReturns: kernels.statistics.means(returns),
    covariance: kernels.statistics.covariance(returns),
    returns,
    periodsPerYear: 252,
  };
}
