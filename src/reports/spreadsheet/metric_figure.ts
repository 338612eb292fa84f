import { type Figure, percent, plain } from "./sheet.ts";

/** Metrics that are numbers by themselves: ratios, moments in units of a deviation, and counts. */
export const PLAIN_METRICS: readonly string[] = [
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "omega_ratio",
  "information_ratio",
  "treynor_ratio",
  "beta",
  "skewness",
  "kurtosis",
  "tail_ratio",
  "up_capture",
  "down_capture",
  "diversification_ratio",
  "effective_number_of_assets",
];

/** A metric by its id: returns and what is lost of them as shares of a hundred, all else as it is. */
export function metricFigure(id: string, value: number | null | undefined): Figure {
  return PLAIN_METRICS.includes(id) ? plain(value) : percent(value);
}
