import type { Matrix } from "../../domain/matrix.ts";

/** Mean absolute deviations of up to this share of the mean absolute return are rounding: the asset is constant. */
const ROUNDING = 1e-10;

/**
 * Returns the typical size of returns, as a unit for programs: the median of the mean absolute deviations of the assets
 * that vary. If none varies, it is the median of the mean absolute returns; if that is 0, 1.
 */
export function typicalDeviation(returns: Matrix): number {
  const known = computed.get(returns);
  if (known !== undefined) return known;
  const { sizes, means } = columnMeans(returns);
  const deviations = meanDeviations(returns, means).filter((deviation, j) => deviation > ROUNDING * sizes[j]);
  const typical = median(deviations) || median(sizes) || 1;
  computed.set(returns, typical);
  return typical;
}

/** Typical deviations of known histories: all methods and rules of a run use that of its history. */
const computed = new WeakMap<Matrix, number>();

/** The means of the columns, and the means of their absolute entries. */
function columnMeans(
  { rows, columns, data }: Matrix,
): { readonly means: Float64Array; readonly sizes: Float64Array } {
  const means = new Float64Array(columns), sizes = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, at++) {
      const entry = data[at];
      means[j] += entry;
      sizes[j] += Math.abs(entry);
    }
  }
  return { means: means.map((sum) => sum / rows), sizes: sizes.map((sum) => sum / rows) };
}

/** The mean absolute deviation of each column from its mean. */
function meanDeviations({ rows, columns, data }: Matrix, means: Float64Array): Float64Array {
  const deviations = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, at++) deviations[j] += Math.abs(data[at] - means[j]);
  }
  return deviations.map((sum) => sum / rows);
}

/** The upper median of some values; 0 if there are none. */
function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
