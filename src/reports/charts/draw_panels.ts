import type { PanelChart, Point } from "./chart_description.ts";
import { drawSeries } from "./draw_series.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape } from "./drawing.ts";
import { header } from "./header.ts";
import { SERIES_COLOURS } from "./palette.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { fitted } from "./text_width.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const NAME_SIZE = 13;
const NAME_HEIGHT = 30;
/** Height of the plot area of one panel in a chart of panels, in pixels. */
const PANEL_HEIGHT = 90;
/** Height of the axis labels below the last panel of a chart of panels, in pixels. */
const FOOT_HEIGHT = 42;

/** Draws a chart of panels below one another, each with its name above it. Only the last panel has x labels. */
export function drawPanels(
  chart: PanelChart,
  { width = WIDTH, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const panels = chart.panels.map((panel, index) => {
    const paint: Paint = `series-${(panel.colour ?? index) % SERIES_COLOURS}`;
    return { ...panel, paint, points: panel.points.filter(({ x }) => isShown(x)) };
  });
  const reference = chart.reference?.points.filter(({ x }) => isShown(x)) ?? [];
  const legend: readonly LegendItem[] = chart.reference === null ? [] : [
    { name: "the method", paint: "series-0", mark: "line" },
    { name: chart.reference.name, paint: "neutral", mark: "line" },
  ];
  const top = header(chart, legend, { width, isBare });
  const points = [...panels.flatMap(({ points }) => points), ...reference];
  const extents = {
    x: { ...chart.x, label: null, ...extentOf(points.map(({ x }) => x)) },
    y: { ...chart.y, label: null, ...extentOf(points.map(({ y }) => y), [0]) },
  };
  const shapes = panels.flatMap((panel, index): readonly Shape[] => {
    const bottom = top.bottom + index * (NAME_HEIGHT + PANEL_HEIGHT) + NAME_HEIGHT - 8;
    const surface = plane({
      width,
      height: bottom + 8 + PANEL_HEIGHT + FOOT_HEIGHT,
      header: { ...top, shapes: [], bottom },
      notation,
      ...extents,
      isUnlabelled: index < panels.length - 1,
    });
    return [...nameOf(panel, surface), ...surface.shapes, ...linesOf(panel, reference, surface)];
  });
  const height = top.bottom + panels.length * (NAME_HEIGHT + PANEL_HEIGHT) + FOOT_HEIGHT;
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: [],
    area: null,
    shapes: [...top.shapes, ...shapes],
  });
}

function nameOf({ name, note }: { name: string; note: string | null }, { left, right, top }: Plane): readonly Shape[] {
  const half = (right - left) / 2 - 8;
  const text = { shape: "text", y: top - 7, size: NAME_SIZE } as const;
  return [
    { ...text, x: left, text: fitted(name, NAME_SIZE, half), anchor: "start", paint: "ink", isBold: true },
    ...note === null
      ? []
      : [{ ...text, x: right, text: fitted(note, NAME_SIZE, half), anchor: "end", paint: "muted" } as const],
  ];
}

function linesOf(
  { points, paint }: { points: readonly Point[]; paint: Paint },
  reference: readonly Point[],
  surface: Plane,
): readonly Shape[] {
  return [
    ...drawSeries({ points: reference, paint: "neutral" }, surface, { isArea: false }),
    ...drawSeries({ points, paint }, surface, { isArea: true }),
  ];
}
