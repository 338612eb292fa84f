import { medianOf } from "../../domain/median_of.ts";

/** Fewest returns that tell what they are. */
const LEAST = 5;
/** Smallest median size of returns that may be prices: smaller ones may be returns. */
const LEAST_LEVEL = 0.1;
/** Range of the median of ratios of prices, and their largest median distance from 1: daily and longer. */
const GROSS = [0.97, 1.03] as const, GROSS_SPREAD = { daily: 0.05, longer: 0.15 } as const;
/** Largest median change of prices from row to row: daily and longer. */
const CHANGE = { daily: 0.05, longer: 0.15 } as const;
/** Largest change from row to row of levels, as a share of their spread. Values that are drawn anew have about 1.4. */
const SMOOTH = 0.7;

/** What returns look like that are none: 1 + return, or prices. */
export interface ReturnLevel {
  readonly looksLike: "gross" | "prices";
  readonly typical: number;
  /** Median change from one row to the next, as a fraction. */
  readonly change: number;
}

/** Returns what the returns of an asset look like where they look like no returns; null else. NaN counts as missing. */
export function returnLevel(returns: Float64Array, by: "daily" | "longer"): ReturnLevel | null {
  const values = returns.filter((value) => !Number.isNaN(value));
  if (values.length < LEAST || values.some((value) => value <= 0)) return null;
  const typical = median(values);
  if (typical < LEAST_LEVEL) return null;
  const steps = values.subarray(1).map((value, i) => Math.abs(value - values[i]));
  const isSmooth = median(steps) < SMOOTH * median(values.map((value) => Math.abs(value - typical)));
  const change = median(steps.map((step, i) => step / values[i]));
  const spread = median(values.map((value) => Math.abs(value - 1)));
  if (!isSmooth && typical >= GROSS[0] && typical <= GROSS[1] && spread <= GROSS_SPREAD[by]) {
    return { looksLike: "gross", typical, change };
  }
  return isSmooth && change <= CHANGE[by] ? { looksLike: "prices", typical, change } : null;
}

function median(values: Float64Array): number {
  return medianOf(values.slice()) ?? 0;
}
