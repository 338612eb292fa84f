import { measureName } from "../../../documents/measure_name.ts";
import { numberCell, percentCell } from "../cells.ts";
import { chartOf, type ReportCharts } from "../report_charts.ts";
import type { ReportFigures } from "../report_figures.ts";
import { type ReportPages, ROOM_OF_CHART } from "../report_pages.ts";

/**
 * Adds the section on the efficient frontier with its chart and a table of its portfolios; nothing where the run has
 * none.
 */
export function addFrontier(pages: ReportPages, { result }: ReportFigures, charts: ReportCharts): void {
  const { efficient_frontier: frontier } = result;
  if (frontier === null) return;
  pages.heading("Efficient frontier", 1, { room: ROOM_OF_CHART });
  const chart = chartOf(charts, "frontier");
  if (chart !== null) pages.charts([chart]);
  if (frontier.detail !== null) pages.paragraph(frontier.detail);
  const { minimum_risk, maximum_ratio, points, measure } = frontier;
  const rows = [
    ...minimum_risk === null ? [] : [{ name: "Minimum risk", ...minimum_risk }],
    ...maximum_ratio === null ? [] : [{ name: "Maximum ratio", ...maximum_ratio }],
    ...points.map((point, index) => ({
      name: `Point ${index + 1}${point.branch === "lower" ? ", lower half" : ""}`,
      ...point,
    })),
  ];
  if (rows.length === 0) return;
  // A frontier of volatility needs no column for its risk, which is the annual volatility in another column of the
  // table.
  const isOther = measure !== "volatility";
  pages.table({
    columns: [
      { title: "Portfolio", align: "start" },
      { title: "Return, annual", align: "end" },
      { title: "Volatility, annual", align: "end" },
      ...isOther ? [{ title: measureName(measure), align: "end" } as const] : [],
      { title: "Assets held", align: "end" },
    ],
    rows: rows.map((point) => [
      point.name,
      percentCell(point.return),
      percentCell(point.volatility),
      ...isOther ? [numberCell(point.risk)] : [],
      String(Object.values(point.weights).filter((weight) => Math.abs(weight) > 1e-8).length),
    ]),
  });
}
