import { inOrder } from "../domain/doubt.ts";
import { periodsOf } from "../domain/frequency.ts";
import type { ResultData } from "../documents/run_result.ts";
import { covarianceRepaired } from "../doubts/kinds/covariance_repaired.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { Estimates } from "./problem_of.ts";

/**
 * Returns the description of the data of a run for its result, with the doubts about the request, the history and the
 * estimates. A run on moments has no history, and the source `moments`.
 */
export function dataOfResult(
  { request, history }: Pick<OptimizationInputs, "request" | "history">,
  { covariance: { repair } }: Pick<Estimates, "covariance">,
): ResultData {
  const data = history?.data ?? dataOfMoments(request);
  const repaired = repair && covarianceRepaired.about([], {
    smallest_eigenvalue: repair.smallestEigenvalue,
    largest_change: repair.largestChange,
  });
  const doubts = inOrder([...request.doubtsOfRequest, ...data.doubts, ...repaired === null ? [] : [repaired]]);
  return { ...data, doubts };
}

function dataOfMoments({ assets, ...request }: OptimizationInputs["request"]): ResultData {
  return {
    source: "moments",
    sources: null,
    start_date: null,
    end_date: null,
    frequency: request.frequency,
    observations: 0,
    assets: assets.length,
    dropped: [],
    filled: [],
    constant: [],
    jumps: [],
    digest: "",
    periods_per_year: periodsOf(request),
    doubts: [],
  };
}
