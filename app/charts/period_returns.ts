import type { HistogramChart } from "../../src/reports/charts/chart_description.ts";
import type { Notation } from "../../src/reports/charts/notation.ts";
import { READERS_NOTATION } from "./readers_notation.ts";

/**
 * Returns the simple return of each period of a curve of cumulative returns since its first day. A period after a total
 * loss has no return.
 */
export function periodReturns(cumulative: readonly number[]): readonly number[] {
  return cumulative.map((end, index) => {
    const start = index === 0 ? 0 : cumulative[index - 1] ?? NaN;
    return start <= -1 ? NaN : (1 + end) / (1 + start) - 1;
  }).filter(Number.isFinite);
}

/** Most bars of a histogram of returns. */
const MOST_BARS = 60;
const TWO_DECIMALS = { least: 2, most: 2 } as const;

export interface ReturnsHistogramOptions {
  /** Name of the portfolio whose returns they are. */
  readonly name: string;
  /** Name of the period of each return, for example "daily"; null where it is unknown. */
  readonly frequency: string | null;
  /** Notation of the texts; that of the reader if absent. */
  readonly notation?: Notation;
}

/**
 * Describes the histogram of period returns: shares of periods in bars that have zero as an edge, with the mean and
 * the tails of 5 % marked. Null where there are fewer than two different returns.
 */
export function returnsHistogram(
  returns: readonly number[],
  { name, frequency, notation = READERS_NOTATION }: ReturnsHistogramOptions,
): HistogramChart | null {
  const sorted = Float64Array.from(returns).sort();
  const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  if (!(low < high)) return null;
  const step = barWidth(sorted);
  const first = Math.floor(low / step), count = Math.floor(high / step) - first + 1;
  const counts = new Array<number>(count).fill(0);
  for (const value of sorted) {
    const bar = Math.min(count - 1, Math.floor(value / step) - first);
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const { percent } = notation;
  const losses = sorted.filter((value) => value < 0).length / sorted.length;
  const marker = (value: number, label: string, isReference: boolean) => ({
    value,
    label: `${label}: ${notation.percent(value, TWO_DECIMALS)}`,
    isReference,
  });
  return {
    kind: "histogram",
    title: `Returns of ${name}`,
    subtitle: `${notation.count(sorted.length)} ${frequency === null ? "" : `${frequency} `}returns; share of periods`,
    x: { format: "percent", label: "Return of a period" },
    y: { format: "percent", label: "Share of periods" },
    edges: Array.from({ length: count + 1 }, (_, index) => (first + index) * step),
    values: counts.map((share) => share / sorted.length),
    divide: {
      at: 0,
      below: `Losses: ${percent(losses)} of periods`,
      above: `No losses: ${percent(1 - losses)} of periods`,
    },
    markers: [
      marker(quantile(sorted, 0.05), `Worst ${percent(0.05)}`, false),
      marker(sorted.reduce((sum, value) => sum + value, 0) / sorted.length, "Mean", true),
      marker(quantile(sorted, 0.95), `Best ${percent(0.05)}`, false),
    ],
  };
}

/**
 * Returns the width of the bars by the rule of Freedman and Diaconis, twice the range of the middle half over the cube
 * root of the count, but wide enough that there are at most `MOST_BARS`.
 */
function barWidth(sorted: Float64Array): number {
  const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  const middle = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  return Math.max(2 * middle / Math.cbrt(sorted.length), (high - low) / (MOST_BARS - 1));
}

/** Returns a quantile of sorted values, between two neighbours by their distance. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1), below = Math.floor(at);
  const [low, high] = [sorted[below] ?? NaN, sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN];
  return low + (high - low) * (at - below);
}
