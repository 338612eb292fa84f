import type { Doubt } from "../../domain/doubt.ts";
import { column } from "../../domain/matrix.ts";
import { medianOf } from "../../domain/median_of.ts";
import { grossReturnsAsPrices } from "../../doubts/kinds/gross_returns_as_prices.ts";
import type { OwnSeries } from "./own_series.ts";

const LEAST_ROWS = 20;
/** Usual medians of values that are 1 + return, and of their distances from 1. */
const LEVEL = [0.97, 1.03] as const, SPREAD = [0.001, 0.05] as const;
/**
 * Least ratio of the changes from row to row to the distances from 1. Independent values have 1.2 to 1.4, prices less.
 */
const JUMPS = 0.95;

/** Doubts prices that are 1 + return, where all of them look so: they jump around 1 and do not wander from it. */
export function grossPriceDoubts({ kind, assets, dates, values }: OwnSeries): readonly Doubt[] {
  if (kind === "returns" || dates.length < LEAST_ROWS || !values.data.every(isNearOne)) return [];
  const levels = assets.map((_, j) => grossLevel(column(values, j).filter((value) => !Number.isNaN(value))));
  const [asset] = assets, [typical = null] = levels;
  if (asset === undefined || typical === null || levels.includes(null)) return [];
  return [grossReturnsAsPrices.about(assets, { asset, typical: Number(typical.toPrecision(6)) })];
}

function isNearOne(value: number): boolean {
  return Number.isNaN(value) || (value > 0.5 && value < 2);
}

/** Returns the median of values that jump around 1; null for others. */
function grossLevel(values: Float64Array): number | null {
  if (values.length < LEAST_ROWS) return null;
  const typical = median(values), spread = median(values.map((value) => Math.abs(value - 1)));
  if (typical < LEVEL[0] || typical > LEVEL[1] || spread < SPREAD[0] || spread > SPREAD[1]) return null;
  const steps = median(values.subarray(1).map((value, i) => Math.abs(value - values[i])));
  return steps >= JUMPS * spread ? typical : null;
}

function median(values: Float64Array): number {
  return medianOf(values.slice()) ?? 0;
}
