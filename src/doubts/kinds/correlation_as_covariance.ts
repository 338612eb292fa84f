import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a covariance matrix that is a correlation matrix. */
export const correlationAsCovariance = doubtKind<{ pointer: string; volatility: number; frequency: string }>({
  id: "correlation_as_covariance",
  severity: "wrong",
  meaning:
    "Every variance of a given covariance matrix of several assets is exactly 1 and no entry is larger, as in a " +
    "correlation matrix.",
  detail: (_assets, { pointer, volatility, frequency }) =>
    `The matrix at ${pointer} has the diagonal of a correlation matrix and is taken as a ${frequency} covariance, a ` +
    `volatility of ${percent(volatility)} a year: multiply each entry by the volatilities of its two assets`,
});
