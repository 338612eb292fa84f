import type { StackChart } from "./chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape, Spot } from "./drawing.ts";
import { header } from "./header.ts";
import { FAINT } from "./palette.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { seriesLook } from "./series_look.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const HEIGHT = 540;
const FULL = 0.9;

/**
 * Draws a stack chart: a stepped area per series, from the axis outwards. Steps that would be narrower than a pixel are
 * left out.
 */
export function drawStack(
  chart: StackChart,
  { width = WIDTH, isBare = false, notation = REPORT_NOTATION, ...size }: DrawingSize,
): Drawing {
  const looks = chart.series.map((series, place) => {
    const { paint, isFaint } = seriesLook(series, place);
    return { paint, opacity: isFaint ? FAINT : FULL };
  });
  const legend = chart.series.map(({ name }, index): LegendItem => ({ name, ...looks[index], mark: "bar" }));
  const top = header(chart, legend, { width, isBare });
  const layers = layersOf(chart, width);
  const ends = layers.flatMap(({ steps }) => steps.map(({ to }) => to));
  const { height = HEIGHT + Math.max(0, top.bottom - 120) } = size;
  const surface = plane({
    width,
    height,
    header: top,
    notation,
    x: { ...chart.x, ...extentOf(chart.edges) },
    y: { ...chart.y, ...extentOf(ends, [0]) },
  });
  const areas = layers.flatMap(({ steps, series }) => areasOf(steps, looks[series], surface));
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: spotsOf(chart, surface),
    area: surface,
    shapes: [...top.shapes, ...areas, ...surface.shapes],
  });
}

/** Returns a spot for each step of a stack chart, as high as the plot area. */
function spotsOf({ edges }: StackChart, surface: Plane): readonly Spot[] {
  return edges.slice(1).map((end, index) => {
    const [left, right] = [surface.x(edges[index]), surface.x(end)];
    const [y, height] = [surface.top, surface.bottom - surface.top];
    return { series: null, index, x: left, width: right - left, y, height };
  });
}

interface Step {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Layer {
  readonly series: number;
  readonly steps: readonly Step[];
}

/**
 * Computes the layers of a stack chart: the positive and negative values of each series, each on top of the layers
 * between it and the axis.
 */
function layersOf({ edges, series }: StackChart, width: number): readonly Layer[] {
  const count = Math.max(0, edges.length - 1);
  const shown = Array.from({ length: count }, (_, step) => step).filter(stepsShown(edges, width));
  const [above, below] = [new Float64Array(count), new Float64Array(count)];
  return series.flatMap(({ values }, index) =>
    [above, below].map((reached, side): Layer => ({
      series: index,
      steps: shown.map((step, at) => {
        const value = isShown(values[step]) ? values[step] : 0;
        const from = reached[step];
        reached[step] += side === 0 ? Math.max(0, value) : Math.min(0, value);
        return { start: edges[step], end: edges[shown[at + 1] ?? count], from, to: reached[step] };
      }),
    }))
  ).filter(({ steps }) => steps.some(({ from, to }) => from !== to));
}

/**
 * Returns a function that says whether a step of a stack chart is drawn: only the first of the steps that begin in the
 * same pixel is.
 */
function stepsShown(edges: readonly number[], width: number): (step: number) => boolean {
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const pixelOf = (x: number): number => Math.floor(((x - low) / (high - low)) * width);
  return (step) => step === 0 || pixelOf(edges[step]) > pixelOf(edges[step - 1]);
}

/**
 * Draws a layer of a stack chart as areas wherever it has a height: along its outer edge and back along its inner one.
 */
function areasOf(
  steps: readonly Step[],
  looks: { paint: Paint; opacity: number },
  surface: Plane,
): readonly Shape[] {
  return runsOf(steps).map((run): Shape => {
    const outer = run.flatMap(({ start, end, to }) => cornersOf(start, end, to, surface));
    const inner = run.flatMap(({ start, end, from }) => cornersOf(start, end, from, surface));
    return { shape: "area", points: [...outer, ...inner.reverse()], ...looks };
  });
}

function runsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const runs: Step[][] = [[]];
  for (const step of steps) {
    if (step.from !== step.to) runs[runs.length - 1].push(step);
    else if (runs[runs.length - 1].length > 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Returns the left and right end of a step in a stack chart, in pixels. A sum beyond the axis is moved to the edge of
 * the plot.
 */
function cornersOf(start: number, end: number, value: number, surface: Plane): readonly (readonly [number, number])[] {
  const y = Math.min(surface.bottom, Math.max(surface.top, surface.y(value)));
  return [[surface.x(start), y], [surface.x(end), y]];
}
