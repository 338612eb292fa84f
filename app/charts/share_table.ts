import { type Portfolio, VISIBLE_SHARE } from "../../src/reports/charts/share_charts.ts";
import type { ChartTable } from "./interactive_chart.ts";

/**
 * Returns the shares of all assets in portfolios as a table, those with the largest share in any portfolio first. With
 * `differences` a last column has the first portfolio's share less the second's.
 */
export function shareTable(
  portfolios: readonly Portfolio[],
  { difference = null }: { readonly difference?: string | null } = {},
): ChartTable {
  const sizes = new Map<string, number>();
  for (const { shares } of portfolios) {
    for (const [asset, share] of Object.entries(shares)) {
      sizes.set(asset, Math.max(sizes.get(asset) ?? 0, Math.abs(share)));
    }
  }
  const assets = [...sizes].sort(([, a], [, b]) => b - a).map(([asset]) => asset);
  const [first, second] = portfolios;
  const differenceOf = (asset: string): number => (first?.shares[asset] ?? 0) - (second?.shares[asset] ?? 0);
  return {
    columns: [
      { name: "Asset", format: "text" },
      ...portfolios.map(({ name }) => ({ name, format: "percent" } as const)),
      ...difference === null ? [] : [{ name: difference, format: "percent" } as const],
    ],
    rows: assets.map((asset) => [
      asset,
      ...portfolios.map(({ shares }) => shares[asset] ?? 0),
      ...difference === null ? [] : [differenceOf(asset)],
    ]),
  };
}

/** Returns the number of assets that have a share in some portfolio that a chart shows. */
export function seenAssets(...portfolios: readonly Portfolio["shares"][]): number {
  const isSeen = ([, share]: readonly [string, number]): boolean => Math.abs(share) >= VISIBLE_SHARE;
  return new Set(portfolios.flatMap((shares) => Object.entries(shares).filter(isSeen).map(([asset]) => asset))).size;
}
