import type { BandChart } from "./chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape, Spot } from "./drawing.ts";
import { header } from "./header.ts";
import { BAND_COLOURS, SERIES_COLOURS } from "./palette.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const HEIGHT = 600;

/**
 * Draws a band chart: the bands, the grid over them, then example lines, reference lines and the middle line in front.
 */
export function drawBands(
  chart: BandChart,
  { width = WIDTH, height = HEIGHT, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const isLogarithmic = chart.y.isLogarithmic ?? false;
  const bands = chart.bands.map((band, index) => ({
    ...band,
    paint: `band-${Math.min(index, BAND_COLOURS - 1)}` as const,
  }));
  const lines = linesWithLooks(chart.lines);
  const legend = [
    ...lines.filter(({ name }, index) => lines.findIndex((other) => other.name === name) === index)
      .map(({ name, paint, isDashed }): LegendItem => ({ name, paint, mark: isDashed ? "dashed line" : "line" })),
    ...[...bands].reverse().map(({ name, paint }): LegendItem => ({ name, paint, mark: "bar" })),
  ];
  const isDrawn = (value: number): boolean => isShown(value) && (value > 0 || !isLogarithmic);
  const shown = bands.map((band) => ({
    ...band,
    points: band.points.filter(({ x, low, high }) => isShown(x) && isDrawn(low) && isDrawn(high)),
  }));
  const shownLines = lines.map((line) => ({
    ...line,
    points: line.points.filter(({ x, y }) => isShown(x) && isDrawn(y)),
  }));
  const top = header(chart, legend, { width, isBare });
  const surface = plane({
    width,
    height,
    header: top,
    notation,
    x: { ...chart.x, ...extentOf([...shown, ...shownLines].flatMap(({ points }) => points.map(({ x }) => x))) },
    y: {
      ...chart.y,
      ...extentOf([
        ...shown.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
        ...shownLines.flatMap(({ points, role }) => role === "example" ? [] : points.map(({ y }) => y)),
      ]),
    },
  });
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: spotsOf(chart, surface),
    area: surface,
    shapes: [
      ...top.shapes,
      ...shown.flatMap((band) => areaOf(band, surface)),
      ...surface.shapes,
      ...[...shownLines].sort((a, b) => LAYERS[a.role] - LAYERS[b.role]).flatMap((line) => lineOf(line, surface)),
    ],
  });
}

/** Returns a spot for each x of a band chart, which reaches halfway to its neighbours. */
function spotsOf({ bands, lines }: BandChart, surface: Plane): readonly Spot[] {
  const xs = (bands[0]?.points ?? lines[0]?.points ?? []).map(({ x }) => surface.x(x));
  return xs.map((x, index) => {
    const [left, right] = [index === 0 ? x : (xs[index - 1] + x) / 2, ((xs[index + 1] ?? x) + x) / 2];
    const [y, height] = [surface.top, surface.bottom - surface.top];
    return { series: null, index, x: left, width: right - left, y, height };
  });
}

type Role = BandChart["lines"][number]["role"];

const LAYERS: Readonly<Record<Role, number>> = { example: 0, reference: 1, middle: 2 };

type Line = BandChart["lines"][number] & { readonly paint: Paint; readonly isDashed: boolean };

/**
 * Assigns looks to the lines. References take series colours from the second on, because the first is too close to the
 * colours of the bands.
 */
function linesWithLooks(lines: BandChart["lines"]): readonly Line[] {
  const references = [...new Set(lines.filter(({ role }) => role === "reference").map(({ name }) => name))];
  return lines.map((line) => {
    if (line.role === "middle") return { ...line, paint: "ink", isDashed: false };
    if (line.role === "example") return { ...line, paint: "muted", isDashed: false };
    return { ...line, paint: `series-${(1 + references.indexOf(line.name)) % SERIES_COLOURS}`, isDashed: true };
  });
}

function areaOf(
  { points, paint }: { points: BandChart["bands"][number]["points"]; paint: Paint },
  surface: Plane,
): readonly Shape[] {
  if (points.length < 2) return [];
  const upper = points.map(({ x, high }) => [surface.x(x), surface.y(high)] as const);
  const lower = points.map(({ x, low }) => [surface.x(x), surface.y(low)] as const);
  return [{ shape: "area", points: [...upper, ...lower.reverse()], paint, opacity: 1 }];
}

/** Draws a line of a band chart. An example that leaves the plot area is drawn along its edge. */
function lineOf({ points, role, paint, isDashed }: Line, surface: Plane): readonly Shape[] {
  if (points.length === 0) return [];
  const within = (y: number): number => Math.min(surface.bottom, Math.max(surface.top, y));
  const places = points.map(({ x, y }) => [surface.x(x), within(surface.y(y))] as const);
  if (role === "example") return [{ shape: "line", points: places, paint, width: 0.75, opacity: 0.45 }];
  return [{ shape: "line", points: places, paint, width: role === "middle" ? 2.25 : 1.75, isDashed }];
}
