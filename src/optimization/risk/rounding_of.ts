import { maximumNorm } from "../../domain/matrix.ts";
/**
 * Relative rounding of a series. At an optimum several losses equal the value at risk, or several deviations equal 0,
 * only up to rounding.
 */
const ROUNDING = 1e-12;

/** The largest difference at which two entries of a series, or an entry and 0, count as equal. */
export function roundingOf(series: Float64Array): number {
  return ROUNDING * maximumNorm(series);
}
