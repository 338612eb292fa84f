import { COVARIANCES } from "../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../estimation/expected_returns/mod.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { Estimators } from "../request/parts/estimators.ts";
import type { MethodChoice } from "../request/parts/methods.ts";

/**
 * Whether a method computes its weights from the returns of the history: it reads them itself, or an estimator that it
 * needs does.
 */
export function estimatesFromHistory(
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
