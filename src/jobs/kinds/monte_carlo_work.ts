import type { Artifact } from "../../domain/artifact.ts";
import { simulationArtifacts } from "../../reports/simulation_artifacts.ts";
import { FaultList } from "../fault_list.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { jsonArtifact } from "../json_artifact.ts";
import { runOutcome } from "../run_outcome.ts";
import { readSimulation, type SimulationRequest } from "../simulation_request.ts";
import type { WorkerPool } from "../worker_pool.ts";
import { keptInputs } from "./kept_inputs.ts";
import type { JobComputations } from "./mod.ts";
import { type SimulatedMethod, type SimulatedRunParts, simulateMethod } from "./simulate_method.ts";

/** What a runner does for simulations of runs: it reads nothing but what the run kept and its result. */
export function monteCarloWork(pool: WorkerPool<JobComputations>): JobWork {
  return {
    kind: "monte_carlo",
    async prepare(task): Promise<PreparedJob> {
      const { run, simulation } = await partsOf(task);
      return {
        inputs: null,
        compute: async (options) => computedJob(await simulateMethod(pool, run, simulation, options)),
      };
    },
  };
}

async function partsOf(task: JobTask): Promise<{ run: SimulatedRunParts; simulation: SimulationRequest }> {
  const { request, history } = await keptInputs(task);
  const outcome = runOutcome(await task.parent?.result());
  const faults = new FaultList();
  const simulation = readSimulation(task.config, "", { ...request, hasHistory: history !== null }, faults);
  if (simulation === null) throw new Error(`Cannot read the config of a simulation: ${JSON.stringify(faults.told)}`);
  return { run: { request, returns: history && history.returns, outcome }, simulation };
}

function computedJob(simulated: SimulatedMethod): ComputedJob {
  const { summary, detail } = simulated;
  return {
    error: null,
    notProven: [],
    inside: [],
    artifacts: (): readonly Artifact[] => [
      ...simulationArtifacts(simulated, { detailJson: `${JSON.stringify(detail)}\n` }),
      jsonArtifact("summary.json", summary),
    ],
  };
}
