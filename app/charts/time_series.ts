import type { LineChart, PanelChart, Point } from "../../src/reports/charts/chart_description.ts";
import type { DateRange } from "./date_ranges.ts";

/** Returns the lines of a chart of panels as one chart of lines, for a page where lines are hidden one by one. */
export function linesOfPanels({ panels, reference, title, subtitle, x, y }: PanelChart): LineChart {
  return {
    kind: "line",
    title,
    subtitle,
    x,
    y,
    series: [
      ...panels.map(({ name, points, colour }, place) => ({
        name,
        points,
        isReference: false,
        colour: colour ?? place,
      })),
      ...reference === null ? [] : [{ ...reference, isReference: true }],
    ],
  };
}

/** Returns a chart of lines with the points of a range of dates alone. */
export function withinRange(chart: LineChart, { from, to }: DateRange): LineChart {
  return { ...chart, series: chart.series.map((one) => ({ ...one, points: one.points.slice(from, to + 1) })) };
}

/**
 * Returns a chart of cumulative returns since the date before a range in place of those since the first day, so that
 * all lines of the range begin at 0. A line without a value there stays as it is.
 */
export function rebased(chart: LineChart, { from }: DateRange): LineChart {
  const start = from - 1;
  if (start < 0) return chart;
  return {
    ...chart,
    series: chart.series.map((one) => {
      const base = 1 + (one.points[start]?.y ?? NaN);
      if (!(base > 0)) return one;
      return { ...one, points: one.points.map(({ x, y }): Point => ({ x, y: (1 + y) / base - 1 })) };
    }),
  };
}

/** Returns the columns of a chart of lines for uPlot: the x of all points, and the y of each line, null for a gap. */
export function columnsOf({ series }: LineChart): [number[], ...(number | null)[][]] {
  return [
    (series[0]?.points ?? []).map(({ x }) => x),
    ...series.map(({ points }) => points.map(({ y }) => Number.isFinite(y) ? y : null)),
  ];
}

/** Patterns of dashes that tell lines apart beside their colours, in pixels; the first is a whole line. */
const DASHES: readonly (readonly number[])[] = [[], [9, 4], [2, 3], [9, 3, 2, 3]];

/** Returns the dashes of a line by the place of its colour. */
export function dashesOf(colour: number): readonly number[] {
  return DASHES[colour % DASHES.length] ?? [];
}
