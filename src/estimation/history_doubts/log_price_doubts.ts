import type { Doubt } from "../../domain/doubt.ts";
import { medianOf } from "../../domain/median_of.ts";
import { logPrices } from "../../doubts/kinds/log_prices.ts";
import type { OwnSeries } from "./own_series.ts";

const LEAST_ASSETS = 3, LEAST_ROWS = 60, DAYS_PER_YEAR = 252;
/** Smallest and largest logarithm of usual prices. */
const LOWEST = 1.5, HIGHEST = 12;
/** Largest annual volatility as prices, and the volatilities as logarithms that shares and funds have. */
const CALM = 0.12, LIKELY = [0.1, 1] as const;
/** Smallest share of values with more than six decimals: prices are rounded, logarithms are not. */
const UNROUNDED = 0.8;

/** Doubts daily prices that look like logarithms of prices, where all of them do. */
export function logPriceDoubts(
  { kind, dates, assets, values: { columns, data }, isDaily }: OwnSeries,
): readonly Doubt[] {
  if (kind === "returns" || !isDaily || assets.length < LEAST_ASSETS || dates.length < LEAST_ROWS) return [];
  const last = new Float64Array(columns).fill(NaN), counts = new Uint32Array(columns);
  const asPrices = new Float64Array(columns), asLogarithms = new Float64Array(columns);
  let [present, unrounded] = [0, 0];
  for (let at = 0, j = 0; at < data.length; at++, j = j + 1 === columns ? 0 : j + 1) {
    const value = data[at];
    if (Number.isNaN(value)) continue;
    if (value < LOWEST || value > HIGHEST) return [];
    present++;
    if (Math.abs(value * 1e6 - Math.round(value * 1e6)) > 1e-3) unrounded++;
    const change = value - last[j];
    last[j] = value;
    if (Number.isNaN(change)) continue;
    counts[j]++;
    asPrices[j] += (change / value) ** 2;
    asLogarithms[j] += change ** 2;
  }
  if (unrounded < UNROUNDED * present) return [];
  const annual = (squares: Float64Array) => squares.map((sum, j) => Math.sqrt(sum / counts[j] * DAYS_PER_YEAR));
  const volatilities = annual(asPrices), meant = annual(asLogarithms);
  const isLikely = meant.every((one) => one >= LIKELY[0] && one <= LIKELY[1]);
  if (!isLikely || volatilities.some((one) => one > CALM)) return [];
  return [logPrices.about(assets, { volatility: medianOf(volatilities) ?? 0, meant: medianOf(meant) ?? 0 })];
}
