import type { Solution } from "../../solution.ts";

/** The solution of a method that evaluates a formula: it has no objective and no certificate. */
export function computed(weights: Float64Array): Solution {
  return { status: "computed", detail: null, weights, objective: null, certificate: null, shadowPrices: new Map() };
}
