import type { JsonObject } from "./json.ts";

/** Smallest weight that is taken over, as a fraction: less is rounding of the solver. */
const LEAST_WEIGHT = 1e-8;
/** Digits after the point with which weights are written: more than a portfolio can be held to. */
const DIGITS = 8;

/**
 * Returns the path of the page that composes a run, filled in with the request of an earlier one that starts from other
 * weights, for example from a portfolio of its frontier.
 */
export function startedRunPath(id: string, weights: Readonly<Record<string, number>>): string {
  const start = Object.entries(weights)
    .filter(([, weight]) => Math.abs(weight) > LEAST_WEIGHT)
    .map(([asset, weight]) => [asset, Number(weight.toFixed(DIGITS))] as const);
  return `/app/new?${new URLSearchParams({ from: id, start: JSON.stringify(Object.fromEntries(start)) })}`;
}

/** Returns a request that starts from the weights in an address; the request as it is where these are none. */
export function startedRequest(request: JsonObject, start: string | undefined): JsonObject {
  const weights = start === undefined ? null : weightsIn(start);
  return weights === null ? request : { ...request, starting_portfolio: weights };
}

function weightsIn(text: string): JsonObject | null {
  try {
    const weights = Object.entries(JSON.parse(text) ?? {})
      .flatMap(([asset, weight]) => typeof weight === "number" ? [[asset, weight] as const] : []);
    return weights.length === 0 ? null : Object.fromEntries(weights);
  } catch {
    // Somebody has changed the address: the form shows the request as it was sent.
    return null;
  }
}
