import { negativePart } from "./negative_part.ts";

/** Parameters of a power mean: its order, and whether only negative entries count (`isBelow`), the others being 0. */
export interface PowerMean {
  /** Order p of the power mean, a whole number of at least 2. */
  readonly order: number;
  readonly isBelow: boolean;
}

/** Returns the power mean (Σ |x_i|^(2p) / T)^(1 / p) of a series, the square of a norm, without overflow. */
export function powerMeanOf(series: Float64Array, { order, isBelow }: PowerMean): number {
  return normOf(isBelow ? negativePartsOf(series) : series, 2 * order) ** 2;
}

/** Returns the power mean of a number of values from the sum of the powers (x_i / scale)^(2 order). */
export function powerMeanBy(
  { scale, sum }: { readonly scale: number; readonly sum: number },
  { order, count }: { readonly order: number; readonly count: number },
): number {
  return (scale * (sum / count) ** (1 / (2 * order))) ** 2;
}

/** Returns the norm (Σ |x_i|^e / T)^(1 / e) of a series with exponent e, without overflow. */
export function normOf(x: Float64Array, exponent: number): number {
  let largest = 0, sum = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (!(size <= largest)) largest = size;
  }
  if (!(largest > 0 && largest < Infinity)) return largest;
  for (let i = 0; i < x.length; i++) {
    const share = x[i] / largest, square = share * share;
    sum += exponent === 4 ? square * square : exponent === 6 ? square * square * square : square ** (exponent / 2);
  }
  return largest * (sum / x.length) ** (1 / exponent);
}

function negativePartsOf(series: Float64Array): Float64Array {
  const parts = new Float64Array(series.length);
  for (let i = 0; i < series.length; i++) parts[i] = negativePart(series[i]);
  return parts;
}
