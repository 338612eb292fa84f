import type { FoundHistory } from "../../computations/align_run.ts";
import type { OptimizationRunOutput } from "../../computations/optimization_run.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { findHistory } from "./find_history.ts";
import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";

/**
 * Creates the part of a runner that computes optimisation runs. A worker thread reads the config, aligns the price
 * history and computes the run at once. Only a run of listed assets asks market data before.
 */
export function optimizationWork(parts: WorkParts): JobWork {
  return {
    kind: "optimization",
    knows: knowsMethods,
    async prepare(task, { signal, ...options }): Promise<PreparedJob> {
      const isListed = task.market !== "CUSTOM";
      const { config, found } = task.inputs === null && isListed
        ? await foundHistory(task, parts, { signal, ...options })
        : { config: task.config, found: null };
      const run = { config, history: task.inputs, digests: await kernelDigests() };
      return {
        compute: async (options) =>
          computedJob(await parts.pool.run("optimization_run", { runId: task.id, run, found }, options)),
      };
    },
  };
}

/** Asks market data for the prices of a run. */
async function foundHistory(
  { config }: Pick<JobTask, "config">,
  { pool, sources }: WorkParts,
  options: Parameters<JobWork["prepare"]>[1],
): Promise<Pick<JobTask, "config"> & { readonly found: FoundHistory | null }> {
  const read = await pool.run("run_question", { config }, options);
  const found = read.question && await findHistory(read.question, sources, options.signal);
  return { config: read.config, found };
}

function computedJob({ chainedSimulation, history, ...computed }: OptimizationRunOutput): ComputedJob {
  return {
    ...computed,
    inputs: history,
    chained: chainedSimulation === null ? [] : [{
      ...chainedSimulation,
      kind: "monte_carlo",
      config: new TextEncoder().encode(JSON.stringify(chainedSimulation.config)),
    }],
  };
}
