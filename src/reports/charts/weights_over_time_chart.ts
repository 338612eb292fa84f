import type { BacktestedMethod } from "../../documents/backtest_section.ts";
import type { Figures } from "../../documents/figures.ts";
import type { StackChart } from "./chart_description.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";
import { dayOf } from "./ticks.ts";

/**
 * Largest number of assets with an area of their own in the chart of weights over time. All others share one, but a
 * single other asset has its own too.
 */
const ASSETS_AT_MOST = 16;
/** Smallest mean absolute weight that the chart of weights over time can show, as a fraction. */
const VISIBLE_SHARE = 5e-5;

/**
 * Describes the chart of the weights that a method holds after each rebalance, each drawn until the next one, the
 * assets with the largest weights first.
 */
export function weightsOverTimeChart(
  { key, rebalances }: BacktestedMethod,
  dates: readonly string[],
  { number }: Notation = REPORT_NOTATION,
): StackChart {
  const { shown, rest } = largest(rebalances.map(({ weights }) => weights));
  return {
    kind: "stack",
    title: `Weights over time of ${key}`,
    subtitle: rest.length === 0
      ? "As set at each rebalance"
      : `As set at each rebalance, the ${number(shown.length)} largest of ${number(shown.length + rest.length)} assets`,
    x: { format: "date", label: null },
    y: { format: "percent", label: null },
    edges: [...rebalances.map(({ date }) => dayOf(date)), dayOf(dates[dates.length - 1])],
    series: [
      ...shown.map((asset) => ({
        name: asset,
        isRest: false,
        values: rebalances.map(({ weights }) => weights[asset] ?? 0),
      })),
      ...rest.length === 0 ? [] : [{
        name: `${number(rest.length)} others, net`,
        isRest: true,
        values: rebalances.map(({ weights }) => rest.reduce((sum, asset) => sum + (weights[asset] ?? 0), 0)),
      }],
    ],
  };
}

/**
 * Splits the assets into those with the largest weights over all rebalances and the rest. Assets whose mean absolute
 * weight is below `VISIBLE_SHARE` are in neither. The rest never holds a single asset, which is shown instead.
 */
function largest(portfolios: readonly Figures[]): { shown: readonly string[]; rest: readonly string[] } {
  const sums = new Map<string, number>();
  for (const weights of portfolios) {
    for (const [asset, weight] of Object.entries(weights)) {
      sums.set(asset, (sums.get(asset) ?? 0) + Math.abs(weight));
    }
  }
  const visible = [...sums].filter(([, sum]) => sum >= VISIBLE_SHARE * portfolios.length).sort(([, a], [, b]) => b - a);
  const assets = visible.map(([asset]) => asset);
  const taken = assets.length === ASSETS_AT_MOST + 1 ? assets.length : ASSETS_AT_MOST;
  return { shown: assets.slice(0, taken), rest: assets.slice(taken) };
}
