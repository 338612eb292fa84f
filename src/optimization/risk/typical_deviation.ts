import type { Matrix } from "../../domain/matrix.ts";
import { centred } from "./centred.ts";

/** Deviations of this share of an asset's returns are what rounding makes of none. */
const ROUNDING = 1e-10;

/**
 * The size of returns, a unit for programs: the median over the assets that deviate of the mean size of their
 * deviations; of their returns where none does.
 */
export function typicalDeviation(returns: Matrix): number {
  const sizes = meanSizes(returns);
  const deviations = meanSizes(centred(returns)).filter((deviation, j) => deviation > ROUNDING * sizes[j]);
  return median(deviations) || median(sizes) || 1;
}

function meanSizes({ rows, columns, data }: Matrix): Float64Array {
  const sizes = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) sizes[j] += Math.abs(data[at]);
  return sizes.map((sum) => sum / rows);
}

/** 0 of no values. */
function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
