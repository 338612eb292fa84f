import { COVARIANCES } from "../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../estimation/expected_returns/mod.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { chosenEstimators, type Estimators } from "../request/parts/estimators.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/** Place of a request body at which weights are estimated from the history. */
export interface EstimatedPlace {
  readonly pointer: string;
  /** What is done there, as the rest of a sentence that begins with "Cannot". */
  readonly action: string;
}

/** Returns the methods of a request that estimate from the history, and its efficient frontier. */
export function estimatedPlaces(request: OptimizationInputs["request"]): readonly EstimatedPlace[] {
  const methods = request.methods.flatMap((choice, i) =>
    estimatesFromHistory(choice, request)
      ? [{ pointer: `/methods/${i}`, action: `estimate for method "${choice.method}"` }]
      : []
  );
  if (request.efficient_frontier === undefined || !readsHistory(request)) return methods;
  return [...methods, { pointer: "/efficient_frontier", action: "estimate an efficient frontier" }];
}

/** Whether an estimator of a request reads the returns of the history. */
export function readsHistory(estimators: Estimators): boolean {
  return chosenEstimators(estimators).some(({ estimator }) => estimator.needsHistory);
}

/**
 * Whether a method computes its weights from the returns of the history: it reads them itself, or an estimator that it
 * needs does.
 */
function estimatesFromHistory(
  { method, parameters }: Pick<MethodChoice, "method" | "parameters">,
  estimators: Estimators,
): boolean {
  const needs = METHODS.get(method)?.needs(parameters);
  if (needs === undefined) return false;
  if (needs.history) return true;
  if (!needs.estimates) return false;
  const { covariance, expected_returns: expectedReturns } = estimators;
  return (COVARIANCES.get(covariance.estimator)?.needsHistory ?? false) ||
    (needs.expectedReturns && (EXPECTED_RETURNS.get(expectedReturns.estimator)?.needsHistory ?? false));
}
