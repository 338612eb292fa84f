import type { LineChart, Point } from "./chart_description.ts";
import { downsample } from "./downsample.ts";
import type { Drawing, Paint, Shape } from "./drawing.ts";
import { header, type LegendItem } from "./header.ts";
import { SERIES_COLOURS } from "./palette.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { withBackground } from "./with_background.ts";

const WIDTH = 960;
const HEIGHT = 540;
/** Of more lines than these each is thinner, so that those behind are seen. */
const THICK_LINES_AT_MOST = 8;

/** A line for each series, the first in front and references behind all; an area reaches from its line to 0. */
export function drawLines(chart: LineChart): Drawing {
  const series = chart.series.map((one, index) => {
    return { ...one, points: one.points.filter(({ x }) => isShown(x)), ...looksOf(one, index) };
  });
  const legend = series.map(({ name, paint, isDashed }): LegendItem => {
    return { name, paint, mark: isDashed ? "dashed line" : "line" };
  });
  const top = header(chart, legend, WIDTH);
  const points = series.flatMap(({ points }) => points);
  const surface = plane({
    width: WIDTH,
    height: HEIGHT + (legend.length > 8 ? 40 : 0),
    header: top,
    x: { ...chart.x, ...extentOf(points.map(({ x }) => x)) },
    y: { ...chart.y, ...extentOf(points.map(({ y }) => y), [0]) },
  });
  const backToFront = [...series].reverse().sort((a, b) => Number(b.isReference) - Number(a.isReference));
  const lineWidth = series.length > THICK_LINES_AT_MOST ? 1.1 : 1.75;
  const drawn = backToFront.flatMap((one) => drawSeries(one, surface, { lineWidth, isArea: chart.kind === "area" }));
  return withBackground({
    title: chart.title,
    width: WIDTH,
    height: HEIGHT + (legend.length > 8 ? 40 : 0),
    shapes: [...top.shapes, ...surface.shapes, ...drawn],
  });
}

interface Looks {
  readonly paint: Paint;
  readonly isDashed: boolean;
}

function looksOf({ isReference }: { isReference: boolean }, index: number): Looks {
  if (isReference) return { paint: "neutral", isDashed: false };
  return { paint: `series-${index % SERIES_COLOURS}`, isDashed: index >= SERIES_COLOURS };
}

function drawSeries(
  { points, paint, isDashed }: Looks & { points: readonly Point[] },
  surface: Plane,
  { lineWidth, isArea }: { lineWidth: number; isArea: boolean },
): readonly Shape[] {
  const shown = downsample(points, { columns: Math.floor(surface.right - surface.left) });
  return runsOf(shown).flatMap((run): readonly Shape[] => {
    const line = run.map(({ x, y }) => [surface.x(x), surface.y(y)] as const);
    const [first, last] = [line[0], line[line.length - 1]];
    if (line.length === 1) return [{ shape: "circle", x: first[0], y: first[1], radius: 2.5, paint }];
    const zero = surface.y(0);
    const outline = [[first[0], zero] as const, ...line, [last[0], zero] as const];
    return [
      ...isArea ? [{ shape: "area", points: outline, paint, opacity: 0.18 } as const] : [],
      { shape: "line", points: line, paint, width: lineWidth, isDashed },
    ];
  });
}

/** The parts between gaps. */
function runsOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (isShown(point.y)) runs[runs.length - 1].push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
