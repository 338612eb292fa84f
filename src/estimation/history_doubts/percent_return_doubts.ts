import type { Doubt } from "../../domain/doubt.ts";
import { column, type Matrix } from "../../domain/matrix.ts";
import { medianOf } from "../../domain/median_of.ts";
import { largeReturns } from "../../doubts/kinds/large_returns.ts";
import { returnsInPercent } from "../../doubts/kinds/returns_in_percent.ts";
import type { OwnSeries } from "./own_series.ts";
import { returnLevels } from "./return_level_doubts.ts";

/** Median size of returns from which they can only be in percent, and from which they may be; daily and others. */
const CERTAIN = { daily: 0.3, longer: 0.6 }, LARGE = { daily: 0.1, longer: 0.3 };
/** Mean of this many returns from which they may be in percent. */
const LARGE_MEAN = { daily: 0.01, longer: 0.1 }, LEAST_ROWS = 60;

interface Sizes {
  readonly typical: number;
  readonly mean: number;
  readonly largest: number;
}

/** Doubts returns that look like percent. Assets whose returns are all 0, or are prices, tell nothing. */
export function percentReturnDoubts(series: OwnSeries): readonly Doubt[] {
  const { kind, assets, values, isDaily } = series;
  if (kind === "prices") return [];
  const levels = returnLevels(series);
  const by = isDaily ? "daily" : "longer";
  const sizes = sizesOf(values, LARGE[by]);
  const certain = indicesOf(sizes, ({ typical }) => typical >= CERTAIN[by]).filter((j) => !levels.has(j));
  const large = indicesOf(
    sizes,
    ({ typical, mean }) => typical < CERTAIN[by] && (typical >= LARGE[by] || mean >= LARGE_MEAN[by]),
  ).filter((j) => !levels.has(j));
  const worstOf = (places: readonly number[]) =>
    places.map((j) => sizes[j]).reduce((most, one) => one.typical > most.typical ? one : most);
  const named = (places: readonly number[]) => places.map((j) => assets[j]);
  return [
    ...certain.length === 0
      ? []
      : [returnsInPercent.about(named(certain), { ...factsOf(worstOf(certain)), factor: 100 })],
    ...large.length === 0 ? [] : [largeReturns.about(named(large), {
      ...factsOf(worstOf(large)),
      mean: Number(worstOf(large).mean.toPrecision(6)),
      factor: 100,
    })],
  ];
}

function factsOf({ typical, largest }: Sizes): { typical: number; largest: number } {
  return { typical: Number(typical.toPrecision(6)), largest };
}

/** Returns the sizes of each asset's returns. The median is 0 where the mean size proves it to be below `least`. */
function sizesOf(values: Matrix, least: number): readonly Sizes[] {
  const { columns, data } = values, sums = new Float64Array(columns), totals = new Float64Array(columns);
  const counts = new Uint32Array(columns), largest = new Float64Array(columns);
  for (let at = 0, j = 0; at < data.length; at++, j = j + 1 === columns ? 0 : j + 1) {
    const value = data[at], size = Math.abs(value);
    if (Number.isNaN(value)) continue;
    if (value !== 0) counts[j]++;
    sums[j] += value;
    totals[j] += size;
    if (size > Math.abs(largest[j])) largest[j] = value;
  }
  return Array.from(sums, (sum, j) => ({
    typical: totals[j] >= least / 2 * counts[j] ? typicalOf(column(values, j)) : 0,
    mean: counts[j] < LEAST_ROWS ? 0 : Math.abs(sum) / counts[j],
    largest: largest[j],
  }));
}

function typicalOf(returns: Float64Array): number {
  return medianOf(returns.map(Math.abs).filter((size) => size > 0)) ?? 0;
}

function indicesOf(sizes: readonly Sizes[], holds: (one: Sizes) => boolean): readonly number[] {
  return sizes.flatMap((one, j) => holds(one) ? [j] : []);
}
