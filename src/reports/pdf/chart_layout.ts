import type { ChartDescription } from "../charts/chart_description.ts";
import { drawChart, hasFreeHeight } from "../charts/draw_chart.ts";
import type { Drawing } from "../charts/drawing.ts";

/** A chart drawing with its size on a page of the PDF report. */
export interface PlacedChart {
  readonly drawing: Drawing;
  /** Scale of a chart drawing on the page of a PDF, in points per pixel. */
  readonly scale: number;
}

/** Space that charts have on the pages of a report, in points. */
export interface ChartRoom {
  readonly width: number;
  /** Height of a whole PDF page for charts, which is also the largest height of a chart, in points. */
  readonly height: number;
  /** Height that is left for charts on the first page of charts, in points. */
  readonly left: number;
  /**
   * Height in points that the content after the charts needs. It begins on the last chart page where that much is left.
   */
  readonly below: number;
}

/** Gap in points between charts on a PDF page and below the last one. */
export const CHART_GAP = 10;

/**
 * Largest scale of a chart in points per pixel. Beyond it the text of a narrow chart would be larger than that of the
 * page.
 */
const SCALE_AT_MOST = 0.7;

/** Smallest and largest factor by which a chart's height may change when it shares a PDF page with others. */
const STRETCH = { least: 0.8, most: 1.35 } as const;

/** Smallest and largest factor by which a chart's height may change on the single page of charts in a PDF summary. */
const STRETCH_OF_ONE_PAGE = { least: 0.6, most: 1.35 } as const;

interface FittingChart extends PlacedChart {
  readonly chart: ChartDescription;
  /** Height of the chart on the PDF page, in points. */
  readonly height: number;
  readonly isFree: boolean;
}

/**
 * Distributes charts over pages, as many on each as fit. Charts with a free height are stretched or shrunk so that only
 * the last page has a gap, which is large enough for what follows if possible. The first page stays empty where the
 * first chart does not fit.
 */
export function layOutCharts(
  charts: readonly ChartDescription[],
  { width, height, left, below }: ChartRoom,
): readonly (readonly PlacedChart[])[] {
  const pages: PlacedChart[][] = [];
  let page: FittingChart[] = [], room = left;
  for (const chart of charts.map((chart) => fittingChart(chart, { width, height }))) {
    if (heightOf([...page, chart], STRETCH.least) > room) {
      pages.push(placed(page, fillingStretch(page, room)));
      [page, room] = [[], height];
    }
    page.push(chart);
  }
  return [...pages, placed(page, lastStretch(page, { room, below }))];
}

/** Fits all charts on one page, and shrinks them all where they need more space than it has. */
export function layOutOnePage(
  charts: readonly ChartDescription[],
  { width, left }: Omit<ChartRoom, "height" | "below">,
): readonly PlacedChart[] {
  const fitting = charts.map((chart) => fittingChart(chart, { width, height: left }));
  const { least, most } = STRETCH_OF_ONE_PAGE;
  const gaps = CHART_GAP * charts.length;
  const shrinking = Math.min(1, (left - gaps) / (heightOf(fitting, least) - gaps));
  const stretch = stretchTo(fitting, (left - gaps) / shrinking + gaps, { least, most });
  return placed(fitting, stretch).map(({ drawing, scale }) => ({ drawing, scale: scale * shrinking }));
}

/** Returns the smallest height that a chart needs on a page, including the gap below it, in points. */
export function leastHeightOf(chart: ChartDescription, room: Pick<ChartRoom, "width" | "height">): number {
  return heightOf([fittingChart(chart, room)], STRETCH.least);
}

function fittingChart(chart: ChartDescription, { width, height }: Pick<ChartRoom, "width" | "height">): FittingChart {
  const drawing = drawChart(chart);
  const scale = Math.min(SCALE_AT_MOST, width / drawing.width, (height - CHART_GAP) / drawing.height);
  return { chart, drawing, scale, height: scale * drawing.height, isFree: hasFreeHeight(chart) };
}

/** Returns the total height of charts and gaps when those with a free height are stretched by a factor. */
function heightOf(charts: readonly FittingChart[], stretch: number): number {
  return charts.reduce((sum, { height, isFree }) => sum + CHART_GAP + height * (isFree ? stretch : 1), 0);
}

/** Returns the height factor with which charts fill the room on a page, within its limits. */
function fillingStretch(charts: readonly FittingChart[], room: number): number {
  return stretchTo(charts, room, STRETCH);
}

/**
 * Returns the height factor of the last page, which leaves room for what follows. Where that is impossible the charts
 * fill the page.
 */
function lastStretch(
  charts: readonly FittingChart[],
  { room, below }: Pick<ChartRoom, "below"> & { room: number },
): number {
  const stretch = stretchTo(charts, room - below, { least: 0, most: 1 });
  return stretch < STRETCH.least ? fillingStretch(charts, room) : stretch;
}

function stretchTo(
  charts: readonly FittingChart[],
  room: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const fixed = heightOf(charts, 0), free = heightOf(charts, 1) - fixed;
  return Math.max(least, Math.min(most, free === 0 ? 1 : (room - fixed) / free));
}

function placed(charts: readonly FittingChart[], stretch: number): PlacedChart[] {
  return charts.map(({ chart, drawing, scale, isFree }) => ({
    drawing: isFree && stretch !== 1 ? drawChart(chart, { height: Math.floor(stretch * drawing.height) }) : drawing,
    scale,
  }));
}
