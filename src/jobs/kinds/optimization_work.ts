import type { Artifact } from "../../domain/artifact.ts";
import { DomainError } from "../../domain/errors.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import { runArtifacts } from "../../reports/run_artifacts.ts";
import { jsonArtifact } from "../json_artifact.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { readRequest, type RequestSources } from "../read_request.ts";
import type { OptimizationRequest } from "../request.ts";
import { resultJson } from "../result.ts";
import { simulationConfig, type SimulationRequest } from "../simulation_request.ts";
import type { ChainedJob } from "../../store/jobs.ts";
import type { WorkerPool } from "../worker_pool.ts";
import type { OptimizationInputs } from "./inputs.ts";
import { decodeHistory, encodeHistory } from "./kept_history.ts";
import type { JobComputations } from "./mod.ts";
import { optimization, type OptimizationOutput } from "./optimization.ts";

/** What a runner does for optimization runs. */
export function optimizationWork(
  pool: Pick<WorkerPool<JobComputations>, "run">,
  sources: RequestSources,
): JobWork {
  return {
    kind: "optimization",
    async prepare(task, signal): Promise<PreparedJob> {
      const { inputs, isKept } = await inputsOf(task, sources, signal);
      const { request, history } = inputs;
      return {
        inputs: isKept || history === null ? null : encodeHistory({ ...history, assets: request.assets }),
        compute: async (options) => computedJob(await pool.run("optimization", inputs, options), request),
      };
    },
  };
}

async function inputsOf(
  { config, inputs: kept }: JobTask,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<{ inputs: OptimizationInputs; isKept: boolean }> {
  const { history, ...request } = await acceptedRequest(config, sources, signal);
  if (kept === null) {
    return { inputs: await optimization.prepare({ history, ...request }, sources, signal), isKept: false };
  }
  const { assets: _, ...aligned } = decodeHistory(kept);
  return { inputs: { request, history: aligned, digests: await kernelDigests() }, isKept: true };
}

/** The request as it was accepted. That it would be refused now is no fault of the caller: an asset is listed no more. */
async function acceptedRequest(
  config: unknown,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<OptimizationRequest> {
  try {
    return await readRequest(config, sources, { signal });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}

function computedJob(
  { result, error, inside }: OptimizationOutput,
  { monteCarlo }: OptimizationInputs["request"],
): ComputedJob {
  return {
    chained: monteCarlo === null ? [] : [chainedSimulation(monteCarlo, result)],
    error: error === null ? null : {
      code: error.code,
      detail: error.detail,
      ...error.conflict === null ? {} : { conflict: error.conflict },
    },
    notProven: result.methods.filter(({ status }) => status === "not_proven").map(({ method }) => method),
    inside,
    artifacts({ id, elapsedMs }): readonly Artifact[] {
      const { rolling_backtest: section } = result;
      const engine = { ...result.engine, elapsed_ms: elapsedMs };
      const finished = { ...result, run_id: id, rolling_backtest: null, engine };
      return [
        ...runArtifacts(finished, { resultJson: resultJson(finished) }),
        ...section === null ? [] : [jsonArtifact("rolling_backtest.json", section)],
      ];
    },
  };
}

/** The simulation of the method that was asked for, or else of the first that has weights. */
function chainedSimulation(simulation: SimulationRequest, { methods }: OptimizationOutput["result"]): ChainedJob {
  const chosen = methods.find(({ key, weights }) =>
    simulation.method === null ? weights !== null : key === simulation.method
  );
  const config = simulationConfig({ ...simulation, method: chosen?.key ?? simulation.method });
  return {
    kind: "monte_carlo",
    name: simulation.name,
    methods: chosen === undefined ? [] : [chosen.method],
    config: new TextEncoder().encode(JSON.stringify(config)),
  };
}
