import type { Doubt } from "../../domain/doubt.ts";
import { periodsOf } from "../../domain/frequency.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import { type AssetScale, scaleOfHistory } from "./asset_scale.ts";
import { givenMoments } from "./given_moments.ts";

/** Type of what the checks of a request's numbers look at. */
export interface RequestFacts {
  readonly request: OptimizationRequest;
  /** Number of periods in a year by which the run annualises. */
  readonly periods: number;
  /** Returns the sizes of the assets' returns, by the caller's own history or moments; null where not known. */
  readonly scale: () => AssetScale | null;
}

/** Type of a check of a request's numbers. It returns its doubts and changes nothing. */
export type RequestCheck = (facts: RequestFacts) => readonly Doubt[];

/** Returns what the checks of a request's numbers look at. The history is read only once, and only if a check asks. */
export function factsOf(request: OptimizationRequest): RequestFacts {
  const periods = periodsOf(request);
  let scale: AssetScale | null | undefined;
  return { request, periods, scale: () => scale === undefined ? scale = scaleOf(request, periods) : scale };
}

/** Number of rows of a history below which the sizes of its returns say little. */
const LEAST_ROWS = 20;

function scaleOf(request: OptimizationRequest, periods: number): AssetScale | null {
  const { history } = request;
  if (history !== null) return history.table.values.rows < LEAST_ROWS ? null : scaleOfHistory(history, periods);
  const { means, deviations } = givenMoments(request);
  if (means === null || deviations === null) return null;
  return {
    means: means.map((mean) => mean * periods),
    volatilities: deviations.map((deviation) => deviation * Math.sqrt(periods)),
    worst: null,
  };
}
