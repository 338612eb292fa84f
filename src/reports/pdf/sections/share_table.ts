import type { Figures } from "../../../documents/figures.ts";
import type { MethodResult } from "../../../documents/run_result.ts";
import { shareCell, VISIBLE_SHARE } from "../cells.ts";
import type { ReportTable } from "../report_table.ts";

/**
 * Type of a report's table of the assets' shares by method, with the number of assets that are left out because no
 * share of theirs is visible.
 */
export interface ShareTable {
  readonly table: ReportTable;
  readonly absent: number;
}

/**
 * Builds a table with a row for each asset whose share in any method is at least `VISIBLE_SHARE`, the largest first,
 * and a column for each method that has shares.
 */
export function shareTable(
  methods: readonly MethodResult[],
  sharesOf: (method: MethodResult) => Figures | null,
): ShareTable {
  const columns = methods.flatMap((method) => {
    const shares = sharesOf(method);
    return shares === null ? [] : [{ key: method.key, shares }];
  });
  const sizes = new Map<string, number>();
  for (const { shares } of columns) {
    for (const [asset, share] of Object.entries(shares)) sizes.set(asset, (sizes.get(asset) ?? 0) + Math.abs(share));
  }
  const shown = [...sizes].filter(([asset]) =>
    columns.some(({ shares }) => Math.abs(shares[asset] ?? 0) >= VISIBLE_SHARE)
  ).sort(([, a], [, b]) => b - a);
  return {
    table: {
      columns: [
        { title: "Asset", align: "start" },
        ...columns.map(({ key }) => ({ title: key, align: "end" } as const)),
      ],
      rows: shown.map(([asset]) => [asset, ...columns.map(({ shares }) => shareCell(shares[asset]))]),
    },
    absent: sizes.size - shown.length,
  };
}
