import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import { decodeUploadedHistory } from "../request/uploaded_history.ts";
import { storedJson } from "./stored_json.ts";

/** Stored config of a run as undecoded bytes, with the history of the upload that it names. */
export interface StoredConfig {
  /** Config that the run was submitted with, as JSON bytes. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** History of the run's upload, encoded by `encodeUploadedHistory`; null or absent for a run that names none. */
  readonly uploaded?: Uint8Array<ArrayBuffer> | null;
}

/** Reads the request of an accepted run from its stored config. */
export function readStoredConfig({ config, uploaded = null }: StoredConfig): OptimizationRequest {
  return readRunConfig(storedJson(config), uploaded === null ? undefined : decodeUploadedHistory(uploaded));
}
