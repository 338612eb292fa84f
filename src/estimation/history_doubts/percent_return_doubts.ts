import type { Doubt } from "../../domain/doubt.ts";
import { column } from "../../domain/matrix.ts";
import { medianOf } from "../../domain/median_of.ts";
import { largeReturns } from "../../doubts/kinds/large_returns.ts";
import { returnsInPercent } from "../../doubts/kinds/returns_in_percent.ts";
import type { OwnSeries } from "./own_series.ts";

/** Median size of returns from which they can only be in percent, and from which they may be; daily and others. */
const CERTAIN = { daily: 0.3, longer: 0.6 }, LARGE = { daily: 0.1, longer: 0.3 };
/** Mean of this many returns from which they may be in percent. */
const LARGE_MEAN = { daily: 0.01, longer: 0.1 }, LEAST_ROWS = 60;

interface Sizes {
  readonly typical: number;
  readonly mean: number;
  readonly largest: number;
}

/** Doubts returns that look like percent. Assets whose returns are all 0 tell nothing. */
export function percentReturnDoubts({ kind, assets, values, isDaily }: OwnSeries): readonly Doubt[] {
  if (kind === "prices") return [];
  const by = isDaily ? "daily" : "longer";
  const sizes = assets.map((_, j) => sizesOf(column(values, j).filter((value) => !Number.isNaN(value)), by));
  const certain = indicesOf(sizes, ({ typical }) => typical >= CERTAIN[by]);
  const large = indicesOf(
    sizes,
    ({ typical, mean }) => typical < CERTAIN[by] && (typical >= LARGE[by] || mean >= LARGE_MEAN[by]),
  );
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

function sizesOf(returns: Float64Array, by: "daily" | "longer"): Sizes {
  let [sum, largest] = [0, 0];
  for (const value of returns) {
    sum += value;
    if (Math.abs(value) > Math.abs(largest)) largest = value;
  }
  const mean = returns.length < LEAST_ROWS ? 0 : Math.abs(sum) / returns.length;
  // A median costs more than a sum: most assets have no return that is large at all.
  const isSmall = Math.abs(largest) < LARGE[by];
  const typical = isSmall ? 0 : medianOf(returns.map(Math.abs).filter((size) => size > 0)) ?? 0;
  return { typical, mean, largest };
}

function indicesOf(sizes: readonly Sizes[], holds: (one: Sizes) => boolean): readonly number[] {
  return sizes.flatMap((one, j) => holds(one) ? [j] : []);
}
