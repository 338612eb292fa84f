import type { Solution } from "../solution.ts";

/** Sentences on why there are no weights. */
export const DETAILS = {
  failed: "The method failed",
  not_proven: "No weights were found that come near an optimum",
  infeasible: "No weights meet all the rules",
  unbounded: "The rules do not limit the objective: limit the weights, also the short ones",
};

/** A solution without weights, with a sentence that states the reason. */
export function withoutWeights(
  status: "infeasible" | "unbounded" | "not_proven" | "failed",
  detail: string = DETAILS[status],
): Solution {
  return { status, detail, weights: null, objective: null, certificate: null, shadowPrices: new Map() };
}
