import assert from "node:assert/strict";
import { MEASURES } from "../measures/mod.ts";
import { FRACTION_METRICS } from "./fraction_metrics.ts";

/** Ratios, counts, and moments in units of a deviation or of its square. */
const NUMBERS = [
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "omega_ratio",
  "even_moment",
  "even_semimoment",
  "skewness",
  "kurtosis",
  "tail_ratio",
  "beta",
  "information_ratio",
  "treynor_ratio",
  "up_capture",
  "down_capture",
  "effective_number_of_assets",
  "diversification_ratio",
];

Deno.test("every metric is a fraction of wealth or a number, and what is listed is a metric", () => {
  const listed = [...FRACTION_METRICS, ...NUMBERS].sort();
  assert.deepEqual(listed, [...MEASURES].map(({ id }) => id).sort());
});
