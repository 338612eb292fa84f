import { kernelDigests } from "../../kernels/digests.ts";
import type { JobTask } from "../job_work.ts";
import { keptRequest } from "../kept_request.ts";
import type { OptimizationInputs } from "./inputs.ts";
import { decodeHistory } from "./kept_history.ts";

/** What the run of a simulation or a backtest was computed from, as it was kept. */
export async function keptInputs({ inputs, parent }: JobTask): Promise<OptimizationInputs> {
  if (parent === null) throw new Error("Cannot read the inputs of a job without a parent");
  const { history: _own, ...request } = keptRequest(parent.config);
  const digests = await kernelDigests();
  if (inputs === null) return { request, history: null, digests };
  const { assets: _columns, ...history } = decodeHistory(inputs);
  return { request, history, digests };
}
