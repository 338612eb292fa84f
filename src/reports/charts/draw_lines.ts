import type { LineChart, Point } from "./chart_description.ts";
import { drawSeries } from "./draw_series.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape } from "./drawing.ts";
import { header } from "./header.ts";
import { SERIES_COLOURS } from "./palette.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const HEIGHT = 540;
/**
 * Largest number of lines that a line chart draws thick. Further lines make all of them thinner, so that those behind
 * stay visible.
 */
const THICK_LINES_AT_MOST = 8;

/**
 * Draws a line chart: one line per series, the first in front and references behind all. An area reaches from its line
 * down to 0.
 */
export function drawLines(
  chart: LineChart,
  { width = WIDTH, isBare = false, notation = REPORT_NOTATION, ...size }: DrawingSize,
): Drawing {
  const { baseline = 0, y: { isLogarithmic = false } } = chart;
  const series = chart.series.map((one, index) => {
    const points = one.points.filter(({ x }) => isShown(x));
    return { ...one, points: isLogarithmic ? points.map(orGap) : points, ...looksOf(one, index) };
  });
  const legend = series.map(({ name, paint, isDashed }): LegendItem => {
    return { name, paint, mark: isDashed ? "dashed line" : "line" };
  });
  const top = header(chart, legend, { width, isBare });
  const { height = HEIGHT + (legend.length > 8 ? 40 : 0) } = size;
  const points = series.flatMap(({ points }) => points);
  const surface = plane({
    width,
    height,
    header: top,
    notation,
    x: { ...chart.x, ...extentOf(points.map(({ x }) => x)) },
    y: { ...chart.y, ...extentOf(points.map(({ y }) => y), isLogarithmic && baseline <= 0 ? [] : [baseline]) },
  });
  const backToFront = [...series].reverse().sort((a, b) => Number(b.isReference) - Number(a.isReference));
  const lineWidth = series.length > THICK_LINES_AT_MOST ? 1.1 : 1.75;
  const drawn = backToFront.flatMap((one) => drawSeries(one, surface, { lineWidth, isArea: chart.kind === "area" }));
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: [],
    area: surface,
    shapes: [...top.shapes, ...surface.shapes, ...baselineOf(baseline, surface), ...drawn],
  });
}

/** Replaces a value that is not above 0 by a gap in the line of a logarithmic chart, because it has no logarithm. */
function orGap({ x, y }: Point): Point {
  return { x, y: y > 0 ? y : NaN };
}

/** Draws the baseline of a line chart; none at 0, where the grid already has a line. */
function baselineOf(baseline: number, surface: Plane): readonly Shape[] {
  const y = surface.y(baseline);
  if (baseline === 0 || !isShown(baseline) || y < surface.top || y > surface.bottom) return [];
  return [{ shape: "line", points: [[surface.left, y], [surface.right, y]], paint: "axis", width: 1 }];
}

interface Looks {
  readonly paint: Paint;
  readonly isDashed: boolean;
}

function looksOf({ isReference, colour }: LineChart["series"][number], place: number): Looks {
  if (isReference) return { paint: "neutral", isDashed: false };
  const index = colour ?? place;
  return { paint: `series-${index % SERIES_COLOURS}`, isDashed: index >= SERIES_COLOURS };
}
