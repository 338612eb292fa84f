import type { WorkSizes } from "../request/counted_work.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/** Returns the sizes of a run by which its work is counted. */
export function workSizesOf(
  { request: { assets }, history }: Pick<OptimizationInputs, "request" | "history">,
): WorkSizes {
  return { assets: assets.length, observations: history?.returns.rows ?? assets.length };
}
