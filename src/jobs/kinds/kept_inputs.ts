import { type KernelDigests, kernelDigests } from "../../kernels/digests.ts";
import type { JobTask } from "../job_work.ts";
import { keptRequest } from "../kept_request.ts";
import type { OptimizationInputs } from "./inputs.ts";
import { decodeHistory } from "./kept_history.ts";

/** What a run kept, as bytes: a worker decodes them, which takes long where there are many. */
export interface KeptRun {
  /** What the run was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** As `encodeHistory` made it; null with moments. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  readonly digests: KernelDigests;
}

/** What the run of a simulation or a backtest kept. */
export async function keptRun({ inputs, parent }: JobTask): Promise<KeptRun> {
  if (parent === null) throw new Error("Cannot read the inputs of a job without a parent");
  return { config: parent.config, history: inputs, digests: await kernelDigests() };
}

/** What a run was computed from. */
export function keptInputs({ config, history: bytes, digests }: KeptRun): OptimizationInputs {
  const { history: _own, ...request } = keptRequest(JSON.parse(new TextDecoder().decode(config)));
  if (bytes === null) return { request, history: null, digests };
  const { assets: _columns, ...history } = decodeHistory(bytes);
  return { request, history, digests };
}
