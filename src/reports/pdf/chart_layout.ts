import type { ChartDescription } from "../charts/chart_description.ts";
import { drawChart, hasFreeHeight } from "../charts/draw_chart.ts";
import type { Drawing } from "../charts/drawing.ts";

/** A drawing as large as it stands on a page. */
export interface PlacedChart {
  readonly drawing: Drawing;
  /** Points of a pixel. */
  readonly scale: number;
}

/** What charts have of a page, in points. */
export interface ChartRoom {
  readonly width: number;
  /** Of a whole page, which no chart is higher than. */
  readonly height: number;
  /** What is left of the first page. */
  readonly left: number;
  /** What comes below the charts begins on their last page where it has so much of it. */
  readonly below: number;
}

/** Between charts, and below them. */
export const CHART_GAP = 10;

/** Text of a narrow chart would be larger than that of the page. */
const SCALE_AT_MOST = 0.7;

/** Parts of its own height that a chart may have where others are beside it. */
const STRETCH = { least: 0.8, most: 1.35 } as const;

/** On the one page that a summary has for all of its charts. */
const STRETCH_OF_ONE_PAGE = { least: 0.6, most: 1.35 } as const;

interface FittingChart extends PlacedChart {
  readonly chart: ChartDescription;
  /** Of the page. */
  readonly height: number;
  readonly isFree: boolean;
}

/**
 * Charts by the pages that they stand on, as many on each as there is room for: those whose height is free are drawn
 * lower or higher, so that no page has a gap below them but the last, where it is enough for what comes there. The
 * first page has none where its room is less than the first chart needs.
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

/** Charts on one page, all of them lower where they need more than it has. */
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

/** How much of a page a chart needs at least, with the gap below it. */
export function leastHeightOf(chart: ChartDescription, room: Pick<ChartRoom, "width" | "height">): number {
  return heightOf([fittingChart(chart, room)], STRETCH.least);
}

function fittingChart(chart: ChartDescription, { width, height }: Pick<ChartRoom, "width" | "height">): FittingChart {
  const drawing = drawChart(chart);
  const scale = Math.min(SCALE_AT_MOST, width / drawing.width, (height - CHART_GAP) / drawing.height);
  return { chart, drawing, scale, height: scale * drawing.height, isFree: hasFreeHeight(chart) };
}

/** With their gaps, where those that may have so many parts of their height. */
function heightOf(charts: readonly FittingChart[], stretch: number): number {
  return charts.reduce((sum, { height, isFree }) => sum + CHART_GAP + height * (isFree ? stretch : 1), 0);
}

/** By which they fill the room, as far as they can. */
function fillingStretch(charts: readonly FittingChart[], room: number): number {
  return stretchTo(charts, room, STRETCH);
}

/** By which they leave enough below them; where they cannot, they fill the room. */
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
