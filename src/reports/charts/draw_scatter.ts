import type { ScatterChart, ScatterSeries } from "./chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape, Spot } from "./drawing.ts";
import type { DrawnSeries } from "./drawn_series.ts";
import { header } from "./header.ts";
import { placeLabels } from "./place_labels.ts";
import { SERIES_COLOURS } from "./palette.ts";
import { type Extent, extentOf, isShown, type Plane, plane } from "./plane.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const HEIGHT = 600;

/** Draws a scatter chart: points and lines, with labels beside the points where there is room. */
export function drawScatter(
  chart: ScatterChart,
  { width = WIDTH, height = HEIGHT, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const series = seriesWithLooks(chart.series);
  const legend = series.map(({ name, paint, mark }): LegendItem => ({ name, paint, mark }));
  const top = header(chart, legend, { width, isBare });
  const points = series.flatMap(({ points }) => points);
  const surface = plane({
    width,
    height,
    header: top,
    notation,
    x: { ...chart.x, ...withRoom(extentOf(points.map(({ x }) => x))) },
    y: { ...chart.y, ...withRoom(extentOf(points.map(({ y }) => y))) },
  });
  const backToFront = [...series].sort((a, b) => LAYERS[a.kind] - LAYERS[b.kind]);
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: spotsOf(chart, surface),
    area: surface,
    shapes: [
      ...top.shapes,
      ...surface.shapes,
      ...backToFront.flatMap((one) => marksOf(one, surface)),
      ...placeLabels(series, surface),
    ],
  });
}

/** Returns a spot around each point of a scatter chart that is shown. */
function spotsOf({ series }: ScatterChart, surface: Plane): readonly Spot[] {
  return series.flatMap(({ points, mark }, at) => {
    const reach = mark === "points" ? 7 : 4;
    return points.flatMap(({ x, y }, index): readonly Spot[] => {
      if (!isShown(x) || !isShown(y)) return [];
      const [left, top] = [surface.x(x) - reach, surface.y(y) - reach];
      return [{ series: at, index, x: left, y: top, width: 2 * reach, height: 2 * reach }];
    });
  });
}

/** Fraction of the range added on either side of a scatter chart's axis, about half a point's size. */
const ROOM = 0.01;

/** Widens the range of a scatter chart's axis so that no point is cut off at the edge of the plot area. */
function withRoom({ low, high }: Extent): Extent {
  const room = ROOM * (high - low);
  return { low: low - room, high: high + room };
}

/** Width in pixels of the rim around a mark of a scatter chart. The rim separates the mark from the marks below it. */
const RIM = 1.25;

const LAYERS: Readonly<Record<ScatterSeries["mark"], number>> = { "background points": 0, line: 1, points: 2 };

/**
 * Assigns colours and marks to the series of a scatter chart. When the colours are used up they repeat with squares
 * instead of circles.
 */
function seriesWithLooks(series: readonly ScatterSeries[]): readonly DrawnSeries[] {
  let coloured = 0;
  return series.map(({ name, points: all, mark: kind, hasLabels = true, colour }) => {
    const points = all.filter(({ x, y }) => isShown(x) && isShown(y));
    const shown = { name, points, kind, hasLabels };
    if (kind === "background points") return { ...shown, mark: "circle", paint: "neutral" };
    if (kind === "line") return { ...shown, mark: "line", paint: "muted" };
    const index = colour ?? coloured++;
    const mark = index < SERIES_COLOURS ? "circle" : "square";
    return { ...shown, mark, paint: `series-${index % SERIES_COLOURS}` };
  });
}

function marksOf({ points, kind, mark, paint }: DrawnSeries, surface: Plane): readonly Shape[] {
  const places = points.map(({ x, y }) => [surface.x(x), surface.y(y)] as const);
  if (kind === "line") return places.length < 2 ? [] : [{ shape: "line", points: places, paint, width: 2 }];
  if (kind !== "points") {
    return places.map(([x, y]): Shape => ({ shape: "circle", x, y, radius: 3.5, paint, opacity: 0.7 }));
  }
  return places.flatMap(([x, y]): readonly Shape[] =>
    mark === "square"
      ? [squareAround(x, y, 10 + 2 * RIM, "background"), squareAround(x, y, 10, paint)]
      : [{ shape: "circle", x, y, radius: 6 + RIM, paint: "background" }, { shape: "circle", x, y, radius: 6, paint }]
  );
}

function squareAround(x: number, y: number, side: number, paint: Paint): Shape {
  return { shape: "rectangle", x: x - side / 2, y: y - side / 2, width: side, height: side, paint };
}
