import type { KeptRun } from "../../computations/kept_inputs.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { JobTask } from "../job_work.ts";

/** What the run of a simulation or a backtest kept. */
export async function keptRun({ inputs, parent }: JobTask): Promise<KeptRun> {
  if (parent === null) throw new Error("Cannot read the inputs of a job without a parent");
  return { config: parent.config, history: inputs, digests: await kernelDigests() };
}
