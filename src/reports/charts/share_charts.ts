import type { MethodResult, OptimizationResult } from "../../documents/run_result.ts";
import type { Figures } from "../../documents/figures.ts";
import type { BarChart } from "./chart_description.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

/**
 * Largest number of methods whose bars stand side by side per asset. With more methods each becomes one stack of its
 * largest assets.
 */
const GROUPED_METHODS_AT_MOST = 3;
const GROUPED_ASSETS_AT_MOST = 30;
const STACKED_ASSETS_AT_MOST = 10;
/** Smallest absolute share of an asset that a chart can show, as a fraction. */
export const VISIBLE_SHARE = 5e-5;

/** The part of a run's result that charts of shares are drawn from. */
export type SharedResult = Pick<OptimizationResult, "methods">;

/** Describes the chart of the weight of each asset in each method's portfolio; null where no method has weights. */
export function weightsChart(result: SharedResult, notation: Notation = REPORT_NOTATION): BarChart | null {
  const portfolios = portfoliosOf(result, ({ weights }) => weights);
  return shareBars(portfolios, { title: "Weights", label: "Share of the portfolio", notation });
}

/** Describes the chart of each asset's share in the risk of each method's portfolio; null where no method has one. */
export function riskContributionsChart(result: SharedResult): BarChart | null {
  return shareBars(portfoliosOf(result, ({ risk_contributions }) => risk_contributions), {
    title: "Risk contributions",
    label: "Share of the portfolio's risk, by each method's own measure",
  });
}

/** Shares of assets that a chart draws as one series. */
export interface Portfolio {
  readonly name: string;
  readonly shares: Figures;
  /** Index of the colour of its bars. */
  readonly colour: number;
  /** Whether other portfolios are compared with it, so that its bars are grey; false if absent. */
  readonly isReference?: boolean;
}

export interface ShareBarsOptions {
  readonly title: string;
  /** Label of the axis of shares. */
  readonly label: string;
  /** Number of assets from which on the smaller ones share one bar; 30, or 10 in stacks, if absent. */
  readonly assetsAtMost?: number;
  /** Notation of the texts of a chart of shares; that of reports if absent. */
  readonly notation?: Notation;
}

/**
 * Describes the chart of the shares of assets in portfolios: bars side by side, or stacks where there are more than
 * three portfolios. Null where there is no portfolio.
 */
export function shareBars(
  portfolios: readonly Portfolio[],
  { title, label, assetsAtMost, notation: { number } = REPORT_NOTATION }: ShareBarsOptions,
): BarChart | null {
  if (portfolios.length === 0) return null;
  const isGrouped = portfolios.length <= GROUPED_METHODS_AT_MOST;
  const { shown, rest } = largest(
    portfolios,
    assetsAtMost ?? (isGrouped ? GROUPED_ASSETS_AT_MOST : STACKED_ASSETS_AT_MOST),
  );
  const described = {
    kind: "bar",
    title: portfolios.length === 1 ? `${title} of ${portfolios[0].name}` : title,
    subtitle: rest.length === 0
      ? null
      : `The ${number(shown.length)} largest of ${number(shown.length + rest.length)} assets`,
    value: { format: "percent", label },
  } as const;
  const nameOfRest = `${number(rest.length)} others, net`;
  const shareOfRest = (shares: Figures): number => rest.reduce((sum, asset) => sum + (shares[asset] ?? 0), 0);
  if (isGrouped) {
    const hasRest = rest.length > 0;
    return {
      ...described,
      arrangement: "grouped",
      categories: [...shown, ...hasRest ? [nameOfRest] : []],
      series: portfolios.map(({ name, shares, colour, isReference = false }) => ({
        name,
        values: [...shown.map((asset) => shares[asset] ?? 0), ...hasRest ? [shareOfRest(shares)] : []],
        isRest: isReference,
        colour,
      })),
    };
  }
  return {
    ...described,
    arrangement: "stacked",
    categories: portfolios.map(({ name }) => name),
    series: [
      ...shown.map((asset) => ({
        name: asset,
        values: portfolios.map(({ shares }) => shares[asset] ?? 0),
        isRest: false,
      })),
      ...rest.length === 0 ? [] : [{
        name: nameOfRest,
        values: portfolios.map(({ shares }) => shareOfRest(shares)),
        isRest: true,
      }],
    ],
  };
}

/** Returns the portfolios of the methods that have shares, each in the colour of its method's place in the run. */
function portfoliosOf(
  { methods }: SharedResult,
  sharesOf: (method: MethodResult) => Figures | null,
): readonly Portfolio[] {
  return methods.flatMap((method, colour) => {
    const shares = sharesOf(method);
    return shares === null ? [] : [{ name: method.key, shares, colour }];
  });
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
