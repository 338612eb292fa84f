import type { FoundHistory } from "../../computations/align_run.ts";
import type { OptimizationRunOutput } from "../../computations/optimization_run.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { findHistory } from "./find_history.ts";
import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";

/**
 * Creates the part of a runner that computes optimisation runs. Worker threads read the configs and align the price
 * histories.
 */
export function optimizationWork(parts: WorkParts): JobWork {
  return {
    kind: "optimization",
    knows: knowsMethods,
    async prepare(task, signal): Promise<PreparedJob> {
      const isStored = task.inputs !== null;
      const { config, history } = isStored
        ? { config: task.config, history: task.inputs }
        : await alignedHistory(task, parts, signal);
      const digests = await kernelDigests();
      return {
        inputs: isStored ? null : history,
        compute: async (options) => {
          const run = { config, history, digests };
          return computedJob(await parts.pool.run("optimization_run", { runId: task.id, run }, options));
        },
      };
    },
  };
}

async function alignedHistory(
  task: Pick<JobTask, "config">,
  { pool, sources }: WorkParts,
  signal: AbortSignal,
): Promise<Pick<JobTask, "config"> & { readonly history: JobTask["inputs"] }> {
  let { config } = task;
  let found: FoundHistory | null = null;
  for (;;) {
    const read = await pool.run("run_history", { config, found }, { signal });
    if (read.question === null) return read;
    config = read.config;
    found = await findHistory(read.question, sources, signal);
  }
}

function computedJob({ chainedSimulation, ...computed }: OptimizationRunOutput): ComputedJob {
  return {
    ...computed,
    chained: chainedSimulation === null ? [] : [{
      ...chainedSimulation,
      kind: "monte_carlo",
      config: new TextEncoder().encode(JSON.stringify(chainedSimulation.config)),
    }],
  };
}
