import { metricCell, metricTitle } from "../cells.ts";
import { dataNotes } from "../../data_notes.ts";
import { chartOf, readable, type ReportCharts } from "../report_charts.ts";
import { type ReportFigures, titleOf } from "../report_figures.ts";
import { CONTENT_WIDTH, type ReportPages } from "../report_pages.ts";
import { TABLE_SIZE } from "../report_table.ts";
import { shareTable } from "./share_table.ts";

const METHODS_AT_MOST = 20;
const WEIGHT_COLUMNS_AT_MOST = 5;
const ASSETS_AT_MOST = 15;
const NOTES_AT_MOST = 5;
/** Fraction of the page width that the column of names takes in the summary's tables. */
const NAME_SHARE = 0.28;
const WEIGHT_SHARE = (1 - NAME_SHARE) / WEIGHT_COLUMNS_AT_MOST;
/**
 * Largest length of a column title in the summary's tables, in points. Such a title fills two lines when it is wrapped.
 */
const HEAD_WIDTH = 110;
const NAME_WIDTH = NAME_SHARE * CONTENT_WIDTH - 10;
const METRICS = [
  "annual_return",
  "annual_volatility",
  "sharpe_ratio",
  "sortino_ratio",
  "max_drawdown",
  "conditional_value_at_risk",
] as const;
const METRIC_SHARE = (1 - NAME_SHARE) / METRICS.length;

/** Adds the two pages of a summary: the main figures of the methods with their largest weights, then the charts. */
export function addSummary(pages: ReportPages, figures: ReportFigures, charts: ReportCharts): void {
  addFigures(pages, figures);
  pages.newPage();
  pages.heading("Charts");
  const names = ["cumulative_return", "weights", "frontier"];
  const shown = names.flatMap((name) => {
    const chart = chartOf(charts, name);
    return chart !== null && readable(chart).includes(chart) ? [chart] : [];
  });
  if (shown.length > 0) pages.chartsOfOnePage(shown);
}

function addFigures(pages: ReportPages, figures: ReportFigures): void {
  const { result } = figures, { data, methods, benchmark } = result;
  const { regular, bold } = pages.typefaces;
  pages.heading(bold.fitted(titleOf(figures), 17, 1.8 * CONTENT_WIDTH));
  pages.paragraph(
    regular.fitted(
      data === null || data.digest === ""
        ? `${result.market}, expected returns and covariances of the request`
        : data.start_date === null
        ? `${result.market}, ${data.observations} scenarios of the request, ${data.frequency}`
        : `${result.market}, ${data.start_date} to ${data.end_date}, ${data.frequency}, source ${data.source}`,
      9,
      CONTENT_WIDTH,
    ),
    { isMuted: true },
  );
  for (const note of shownNotes(dataNotes(result))) {
    pages.paragraph(regular.fitted(note, 8, CONTENT_WIDTH), { size: 8 });
  }
  const rows = [
    ...methods.slice(0, METHODS_AT_MOST).map(({ key, metrics }) => ({ name: key, metrics })),
    ...benchmark === null ? [] : [{ name: benchmark.id, metrics: benchmark.metrics }],
  ];
  pages.table({
    columns: [
      { title: "Method", align: "start", share: NAME_SHARE },
      ...METRICS.map((id) => ({ title: metricTitle(id), align: "end", share: METRIC_SHARE } as const)),
    ],
    rows: rows.map(({ name, metrics }) => [
      regular.shortened(name, TABLE_SIZE, NAME_WIDTH),
      ...METRICS.map((id) => metricCell(id, metrics)),
    ]),
  });
  addLargestWeights(pages, figures);
}

function addLargestWeights(pages: ReportPages, { result: { methods } }: ReportFigures): void {
  const { regular, bold } = pages.typefaces;
  const solved = methods.filter(({ weights }) => weights !== null);
  const { table: { columns, rows } } = shareTable(solved.slice(0, WEIGHT_COLUMNS_AT_MOST), ({ weights }) => weights);
  if (columns.length === 1) return;
  pages.table({
    columns: columns.map(({ title, align }, index) => ({
      title: bold.shortened(title, TABLE_SIZE, index === 0 ? NAME_WIDTH : HEAD_WIDTH),
      align,
      share: index === 0 ? NAME_SHARE : WEIGHT_SHARE,
    })),
    rows: rows.slice(0, ASSETS_AT_MOST).map(([asset, ...shares]) => [
      regular.shortened(asset, TABLE_SIZE, NAME_WIDTH),
      ...shares,
    ]),
  });
  const more = [
    ...rows.length > ASSETS_AT_MOST ? [`${rows.length - ASSETS_AT_MOST} smaller positions`] : [],
    ...methods.length > WEIGHT_COLUMNS_AT_MOST ? [`${methods.length} methods in total`] : [],
  ];
  if (more.length > 0) pages.paragraph(`${more.join(", ")}: see the full report.`, { isMuted: true, size: 8 });
}

/** Returns the notes that a summary has room for, and how many more there are in the full report. */
function shownNotes(notes: readonly string[]): readonly string[] {
  if (notes.length <= NOTES_AT_MOST) return notes;
  const shown = notes.slice(0, NOTES_AT_MOST - 1);
  return [
    ...shown,
    `and ${notes.length - shown.length} more notes on the data, which the full report and the result list`,
  ];
}
