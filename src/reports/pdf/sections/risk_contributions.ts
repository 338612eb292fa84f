import { chartOf, type ReportCharts } from "../report_charts.ts";
import type { ReportFigures } from "../report_figures.ts";
import { type ReportPages, ROOM_OF_CHART } from "../report_pages.ts";
import { shareTable } from "./share_table.ts";

/**
 * Adds the section on the contribution of each asset to each portfolio's risk, and on the correlations of the assets.
 */
export function addRiskContributions(
  pages: ReportPages,
  { result: { methods } }: ReportFigures,
  charts: ReportCharts,
): void {
  pages.heading("Risk contributions", 1, { room: ROOM_OF_CHART });
  pages.charts(["risk_contributions", "correlation"].flatMap((name) => chartOf(charts, name) ?? []));
  const { table, absent } = shareTable(methods, ({ risk_contributions }) => risk_contributions);
  if (table.columns.length > 1) pages.table(table);
  if (absent > 0) pages.paragraph(`${absent} other assets add no risk in any method.`, { isMuted: true });
}
