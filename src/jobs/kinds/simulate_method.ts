import { entryAt } from "../../domain/entry_at.ts";
import type { SimulatedMethod } from "../../reports/simulation_artifacts.ts";
import { cashFlowsOf } from "../../simulation/monte_carlo/cash_flows.ts";
import type { RunOptions } from "../run_options.ts";
import type { WorkerPool } from "../worker_pool.ts";
import type { Computations } from "../../computations/mod.ts";
import { runSimulation } from "./monte_carlo.ts";
import type { SimulatedSource } from "../../computations/simulated_source.ts";

/**
 * Simulates the portfolio of one method of a run on the workers of a pool, with an identical result on any number of
 * workers.
 */
export async function simulateMethod(
  pool: WorkerPool<Computations>,
  { source, ...simulated }: SimulatedSource,
  options: RunOptions,
): Promise<SimulatedMethod> {
  const { summary, detail } = await runSimulation(pool, source, simulated.plan, options);
  const { paidInBy } = cashFlowsOf(simulated.plan, source.periodsPerYear);
  return { ...simulated, summary, detail, paidIn: detail.fan.steps.map((step) => entryAt(paidInBy, step)) };
}
