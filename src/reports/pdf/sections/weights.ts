import type { ReportFigures } from "../report_figures.ts";
import { type ReportPages, ROOM_OF_CHART } from "../report_pages.ts";
import { chartOf, type ReportCharts } from "../report_charts.ts";
import { shareTable } from "./share_table.ts";

/** Adds the section of the report on the weights of each method, as a chart and as a table. */
export function addWeights(pages: ReportPages, { result: { methods } }: ReportFigures, charts: ReportCharts): void {
  pages.heading("Weights", 1, { room: ROOM_OF_CHART });
  const chart = chartOf(charts, "weights");
  if (chart !== null) pages.charts([chart]);
  const { table, absent } = shareTable(methods, ({ weights }) => weights);
  if (table.columns.length > 1) pages.table(table);
  if (absent > 0) pages.paragraph(`${absent} other assets have no weight in any method.`, { isMuted: true });
  for (const { key, status, detail } of methods) {
    if (detail !== null) pages.paragraph(`${key} (${status}): ${detail}`);
  }
}
