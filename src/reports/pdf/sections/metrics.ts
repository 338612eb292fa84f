import { MEASURES } from "../../../measures/mod.ts";
import type { Metrics } from "../../../documents/figures.ts";
import { metricCell, metricTitle } from "../cells.ts";
import type { ReportFigures } from "../report_figures.ts";
import type { ReportPages } from "../report_pages.ts";
import type { ReportTable } from "../report_table.ts";

/** A column of the metric table: a portfolio or the benchmark with its metrics. */
export interface MeasuredColumn {
  readonly title: string;
  readonly metrics: Metrics | null;
}

/** Adds the section of the report with every metric of the methods beside those of the benchmark. */
export function addMetrics(pages: ReportPages, { result: { methods, benchmark } }: ReportFigures): void {
  pages.heading("Metrics");
  pages.paragraph("On the history of the run, before costs.", { isMuted: true });
  pages.table(metricTable([
    ...methods.map(({ key, metrics }) => ({ title: key, metrics })),
    ...benchmark === null ? [] : [{ title: benchmark.id, metrics: benchmark.metrics }],
  ]));
}

/**
 * Builds the metric table of a report with a row for each metric that any column has, in the order of the list of
 * measures.
 */
export function metricTable(columns: readonly MeasuredColumn[]): ReportTable {
  const known = new Set(columns.flatMap(({ metrics }) => Object.keys(metrics ?? {})));
  const listed = [...MEASURES].map(({ id }) => id).filter((id) => known.has(id));
  const others = [...known].filter((id) => MEASURES.get(id) === undefined);
  return {
    columns: [
      { title: "Metric", align: "start" },
      ...columns.map(({ title }) => ({ title, align: "end" } as const)),
    ],
    rows: [...listed, ...others].map((id) => [
      metricTitle(id),
      ...columns.map(({ metrics }) => metricCell(id, metrics)),
    ]),
  };
}
