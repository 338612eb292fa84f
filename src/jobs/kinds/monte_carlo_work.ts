import { simulationArtifacts } from "../../reports/simulation_artifacts.ts";
import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";
import type { JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { storedRunOf } from "./stored_run_of.ts";
import { simulateMethod } from "./simulate_method.ts";
import type { SimulatedSourceInputs } from "../../computations/simulated_source.ts";

/**
 * Creates the part of a runner that computes simulations of runs. A simulation reads only data and the result that its
 * run stored.
 */
export function monteCarloWork({ pool }: Pick<WorkParts, "pool">): JobWork {
  return {
    kind: "monte_carlo",
    knows: knowsMethods,
    async prepare(task): Promise<PreparedJob> {
      const inputs = await inputsOf(task);
      return {
        async compute(options) {
          const { signal } = options;
          const { doubts, ...source } = await pool.run(
            "monte_carlo_source",
            inputs,
            signal === undefined ? {} : { signal },
          );
          const simulated = await simulateMethod(pool, source, options);
          const artifacts = simulationArtifacts({ ...simulated, summary: { ...simulated.summary, doubts } });
          return { error: null, notProven: [], inside: [], artifacts };
        },
      };
    },
  };
}

async function inputsOf(task: JobTask): Promise<SimulatedSourceInputs> {
  const { config, parent } = task;
  if (parent === null) throw new Error("Cannot simulate without a run");
  return { run: await storedRunOf(task), result: await parent.result(), config };
}
