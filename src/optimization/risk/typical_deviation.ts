import type { Matrix } from "../../domain/matrix.ts";

/** Deviations of this share of an asset's returns are what rounding makes of none. */
const ROUNDING = 1e-10;

/**
 * The size of returns, a unit for programs: the median over the assets that deviate of the mean size of their
 * deviations; of their returns where none does.
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

/** Typical deviations by the returns that they are of: all methods and rules of a run ask for that of its history. */
const computed = new WeakMap<Matrix, number>();

/** The means of the columns, and of their sizes. */
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

/** The means of the columns' distances from their means. */
function meanDeviations({ rows, columns, data }: Matrix, means: Float64Array): Float64Array {
  const deviations = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, at++) deviations[j] += Math.abs(data[at] - means[j]);
  }
  return deviations.map((sum) => sum / rows);
}

/** 0 of no values. */
function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
