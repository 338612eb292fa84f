import { deviationsOf } from "./deviations.ts";

/**
 * Mean block lengths, in rows, for two kinds of bootstrap of a return series, which minimise the mean squared error of
 * the estimated variance of the mean.
 */
export interface BlockLengths {
  /** Block length of the stationary bootstrap: the mean of its geometric lengths. */
  readonly stationary: number;
  /** Block length in rows of the circular and of the moving block bootstrap. */
  readonly circular: number;
}

/**
 * Number of insignificant autocorrelations in a row that ends the search for the bandwidth in choosing a block length.
 */
const INSIGNIFICANT_IN_A_ROW = 5;

/**
 * Returns the automatic block lengths of Politis and White (2004, Econometric Reviews 23) with the correction of
 * Patton, Politis and White (2009, Econometric Reviews 28): b = (2 G² / D)^(1/3) T^(1/3), G = Σ λ(k/M) |k| R(k), D = 2
 * g² (stationary) or 4/3 g² (circular), g = Σ λ(k/M) R(k). R are the autocovariances, λ is the flat-top window, and M
 * is twice the first lag of five in a row whose autocorrelations are all within 2 √(log₁₀ T / T), but at most ⌈√T⌉ + 5
 * and T - 1. A length is between 1 and ⌈min(3 √T, T / 3)⌉, and 1 for a series that does not vary.
 */
export function automaticBlockLength(series: Float64Array): BlockLengths {
  const count = series.length;
  const covariances = autocovariances(series);
  if (covariances === null) return { stationary: 1, circular: 1 };
  const bandwidth = bandwidthOf(covariances, count);
  let [weighted, spectrum] = [0, covariances[0]];
  for (let lag = 1; lag <= bandwidth; lag++) {
    const share = lag / bandwidth;
    const term = 2 * (share <= 0.5 ? 1 : 2 * (1 - share)) * covariances[lag];
    weighted += lag * term;
    spectrum += term;
  }
  const most = Math.max(1, Math.ceil(Math.min(3 * Math.sqrt(count), count / 3)));
  const lengthOf = (factor: number): number => {
    const length = Math.cbrt((2 * weighted ** 2 * count) / (factor * spectrum ** 2));
    return Number.isNaN(length) ? 1 : Math.min(most, Math.max(1, length));
  };
  return { stationary: lengthOf(2), circular: lengthOf(4 / 3) };
}

/**
 * Returns the autocovariances R(0), R(1), … of a series, each divided by its length T, up to the largest lag that the
 * bandwidth search may need. Returns null if the series does not vary.
 */
function autocovariances(series: Float64Array): Float64Array | null {
  const deviations = deviationsOf(series)?.values;
  if (deviations === undefined) return null;
  const count = series.length;
  const lags = Math.min(count - 1, Math.ceil(Math.sqrt(count)) + INSIGNIFICANT_IN_A_ROW);
  return Float64Array.from({ length: lags + 1 }, (_, lag) => {
    let sum = 0;
    for (let row = lag; row < count; row++) sum += deviations[row] * deviations[row - lag];
    return sum / count;
  });
}

function bandwidthOf(covariances: Float64Array, count: number): number {
  const most = covariances.length - 1;
  const significant = 2 * Math.sqrt(Math.log10(count) / count) * covariances[0];
  let inARow = 0;
  for (let lag = 1; lag <= most; lag++) {
    inARow = Math.abs(covariances[lag]) < significant ? inARow + 1 : 0;
    if (inARow === INSIGNIFICANT_IN_A_ROW) return Math.min(most, 2 * (lag - INSIGNIFICANT_IN_A_ROW + 1));
  }
  return most;
}
