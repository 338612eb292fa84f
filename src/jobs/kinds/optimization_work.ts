import { DomainError } from "../../domain/errors.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import { packedEstimator } from "../../request/packed_estimator.ts";
import type { RequestSources } from "../../request/ask_market.ts";
import { readRequest } from "../../request/read_request.ts";
import type { OptimizationRequest } from "../../request/run_request.ts";
import type { OptimizationInputs } from "../../computations/optimization_inputs.ts";
import { decodeHistory, encodeHistory } from "../../documents/aligned_history.ts";
import { prepareInputs } from "./prepare_inputs.ts";
import type { OptimizationRunOutput } from "../../computations/optimization_run.ts";

/** What a runner does for optimization runs. */
export function optimizationWork({ pool, sources }: WorkParts): JobWork {
  return {
    kind: "optimization",
    knows: knowsMethods,
    async prepare(task, signal): Promise<PreparedJob> {
      const { inputs, isStored } = await inputsOf(task, sources, signal);
      const { request: { assets }, history } = inputs;
      return {
        inputs: isStored || history === null ? null : encodeHistory({ ...history, assets }),
        compute: async (options) =>
          computedJob(await pool.run("optimization_run", { runId: task.id, inputs: packed(inputs) }, options)),
      };
    },
  };
}

function packed({ request, ...inputs }: OptimizationInputs): OptimizationInputs {
  return { ...inputs, request: { ...request, covariance: packedEstimator(request.covariance) } };
}

async function inputsOf(
  { config, inputs: stored }: JobTask,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<{ inputs: OptimizationInputs; isStored: boolean }> {
  const { history, ...request } = await acceptedRequest(config, sources, signal);
  if (stored === null) {
    return { inputs: await prepareInputs({ history, ...request }, sources, signal), isStored: false };
  }
  const { assets: _, ...aligned } = decodeHistory(stored);
  return { inputs: { request, history: aligned, digests: await kernelDigests() }, isStored: true };
}

/**
 * The request as it was accepted. That it would be refused now is no fault of the caller: an asset is listed no more.
 */
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
