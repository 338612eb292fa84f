import type { MethodResult, OptimizationResult } from "../../documents/run_result.ts";
import type { Figures } from "../../documents/figures.ts";
import type { BarChart } from "./chart_description.ts";

/**
 * Largest number of methods whose bars stand side by side per asset. With more methods each becomes one stack of its
 * largest assets.
 */
const GROUPED_METHODS_AT_MOST = 3;
const GROUPED_ASSETS_AT_MOST = 30;
const STACKED_ASSETS_AT_MOST = 10;
/** Smallest absolute share of an asset that a chart can show, as a fraction. */
const VISIBLE_SHARE = 5e-5;

/** Describes the chart of the weight of each asset in each method's portfolio; null where no method has weights. */
export function weightsChart(result: OptimizationResult): BarChart | null {
  return shareChart(result, { title: "Weights", label: "Share of the portfolio", sharesOf: ({ weights }) => weights });
}

/** Describes the chart of each asset's share in the risk of each method's portfolio; null where no method has one. */
export function riskContributionsChart(result: OptimizationResult): BarChart | null {
  return shareChart(result, {
    title: "Risk contributions",
    label: "Share of the portfolio's risk, by each method's own measure",
    sharesOf: ({ risk_contributions }) => risk_contributions,
  });
}

interface ShareChartOptions {
  readonly title: string;
  readonly label: string;
  readonly sharesOf: (method: MethodResult) => Figures | null;
}

function shareChart({ methods }: OptimizationResult, { title, label, sharesOf }: ShareChartOptions): BarChart | null {
  const portfolios = methods.flatMap((method) => {
    const shares = sharesOf(method);
    return shares === null ? [] : [{ key: method.key, shares }];
  });
  if (portfolios.length === 0) return null;
  const isGrouped = portfolios.length <= GROUPED_METHODS_AT_MOST;
  const { shown, rest } = largest(portfolios, isGrouped ? GROUPED_ASSETS_AT_MOST : STACKED_ASSETS_AT_MOST);
  const described = {
    kind: "bar",
    title: portfolios.length === 1 ? `${title} of ${portfolios[0].key}` : title,
    subtitle: rest.length === 0 ? null : `The ${shown.length} largest of ${shown.length + rest.length} assets`,
    value: { format: "percent", label },
  } as const;
  const shareOfRest = (shares: Figures): number => rest.reduce((sum, asset) => sum + (shares[asset] ?? 0), 0);
  if (isGrouped) {
    const hasRest = rest.length > 0;
    return {
      ...described,
      arrangement: "grouped",
      categories: [...shown, ...hasRest ? [nameOfRest(rest.length)] : []],
      series: portfolios.map(({ key, shares }) => ({
        name: key,
        values: [...shown.map((asset) => shares[asset] ?? 0), ...hasRest ? [shareOfRest(shares)] : []],
        isRest: false,
      })),
    };
  }
  return {
    ...described,
    arrangement: "stacked",
    categories: portfolios.map(({ key }) => key),
    series: [
      ...shown.map((asset) => ({
        name: asset,
        values: portfolios.map(({ shares }) => shares[asset] ?? 0),
        isRest: false,
      })),
      ...rest.length === 0 ? [] : [{
        name: nameOfRest(rest.length),
        values: portfolios.map(({ shares }) => shareOfRest(shares)),
        isRest: true,
      }],
    ],
  };
}

function nameOfRest(count: number): string {
  return `${count} others, net`;
}

/**
 * Splits the assets into those with the largest share in any portfolio, largest first, and the rest. Assets whose
 * shares are all below `VISIBLE_SHARE` are in neither. The rest never holds a single asset, which is shown instead.
 */
function largest(
  portfolios: readonly { readonly shares: Figures }[],
  count: number,
): { shown: readonly string[]; rest: readonly string[] } {
  const sizes = new Map<string, number>();
  for (const { shares } of portfolios) {
    for (const [asset, share] of Object.entries(shares)) {
      sizes.set(asset, Math.max(sizes.get(asset) ?? 0, Math.abs(share)));
    }
  }
  const visible = [...sizes].filter(([, size]) => size >= VISIBLE_SHARE).sort(([, a], [, b]) => b - a);
  const assets = visible.map(([asset]) => asset);
  const taken = assets.length === count + 1 ? assets.length : count;
  return { shown: assets.slice(0, taken), rest: assets.slice(taken) };
}
