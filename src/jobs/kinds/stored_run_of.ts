import type { StoredConfig } from "../../computations/stored_config.ts";
import type { StoredRun } from "../../computations/stored_run.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { JobTask } from "../job_work.ts";

/**
 * Returns the config of the run on which a simulation or a backtest is based, with the run's stored inputs and the
 * digests of the kernels.
 */
export async function storedRunOf({ inputs, parent }: JobTask): Promise<StoredRun> {
  if (parent === null) throw new Error("Cannot read the inputs of a job without a parent");
  return { ...storedConfigOf(parent), history: inputs, digests: await kernelDigests() };
}

/** Returns the config of a job, or of the run that it is based on, with the history of the upload that it names. */
export function storedConfigOf({ config, uploaded = null }: StoredConfig): StoredConfig {
  return { config, uploaded };
}
