/** At an optimum several losses are the level, or deviations 0, as far as arithmetic goes. */
const ROUNDING = 1e-12;

/** Entries of a series this near to one another, or to 0, count as the same. */
export function roundingOf(series: Float64Array): number {
  return ROUNDING * series.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
