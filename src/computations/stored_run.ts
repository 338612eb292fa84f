import type { KernelDigests } from "../kernels/digests.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { storedJson } from "./stored_json.ts";
import { decodeHistory } from "../documents/aligned_history.ts";

/** What a run stored, as bytes: a worker decodes them, which takes long where there are many. */
export interface StoredRun {
  /** What the run was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** As `encodeHistory` made it; null with moments. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  readonly digests: KernelDigests;
}

/** What a run was computed from. */
export function readStoredRun({ config, history: bytes, digests }: StoredRun): OptimizationInputs {
  const { history: _own, ...request } = readRunConfig(storedJson(config));
  if (bytes === null) return { request, history: null, digests };
  const { assets: _columns, ...history } = decodeHistory(bytes);
  return { request, history, digests };
}
