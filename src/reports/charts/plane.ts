import { axisLabel } from "./axis_label.ts";
import type { Axis } from "./chart_description.ts";
import type { PlotArea, Shape } from "./drawing.ts";
import type { Header } from "./header.ts";
import type { Notation } from "./notation.ts";
import { type Scale, scaleOf } from "./ticks.ts";
import { textWidth } from "./text_width.ts";

/** The plot area of a chart with two axes and its grid. */
export interface Plane extends PlotArea {
  /** Shapes of the grid lines and tick labels of a plot area, which are drawn before the data. */
  readonly shapes: readonly Shape[];
}

export interface PlaneOptions {
  readonly width: number;
  readonly height: number;
  readonly header: Header;
  /** Notation of the labels beside a plot area. */
  readonly notation: Notation;
  readonly x: Axis & Extent;
  readonly y: Axis & Extent;
  /** Whether the x axis of the plot area has no tick labels, because those of another panel serve for it. */
  readonly isUnlabelled?: boolean;
}

export interface Extent {
  readonly low: number;
  readonly high: number;
}

const TEXT_SIZE = 12;
const LARGEST_SHOWN = 1e12;
const PIXELS_PER_X_TICK = 96;
const PIXELS_PER_X_TICK_IF_NARROW = 72;
/** Width in pixels below which a plot area has its ticks closer together. */
const NARROW = 480;
const PIXELS_PER_Y_TICK = 56;

/** Lays out the plot area of a chart below its header, with a grid at the ticks of its axes. */
export function plane({ width, height, header, notation, x, y, isUnlabelled = false }: PlaneOptions): Plane {
  const { margin } = header;
  const top = header.bottom + (y.label === null ? 8 : 26);
  const bottom = height - margin - (x.label === null ? 18 : 38);
  const yScale = scaleOf(y, y, (bottom - top) / PIXELS_PER_Y_TICK, notation);
  const left = margin + Math.max(...yScale.ticks.map(({ label }) => textWidth(label, TEXT_SIZE))) + 8;
  const right = width - margin;
  const xScale = scaleOf(x, x, xTicksWanted(right - left), notation);
  const pixels = {
    x: pixelsOf(xScale, left, right),
    y: pixelsOf(yScale, bottom, top),
  };
  const area = { left, right, top, bottom };
  const shapes = [
    ...yGrid(yScale, pixels.y, area),
    ...xGrid(xScale, pixels.x, { ...area, width, isUnlabelled }),
    ...axisLabels(area, { x: x.label, y: y.label, height, margin }),
  ];
  return { ...area, ...pixels, shapes };
}

/** Returns about how many ticks an x axis of a width in pixels has. */
export function xTicksWanted(width: number): number {
  return width / (width < NARROW ? PIXELS_PER_X_TICK_IF_NARROW : PIXELS_PER_X_TICK);
}

/** Whether a chart can show a value: a finite one of at most 1e12 in size. */
export function isShown(value: number): boolean {
  return Math.abs(value) <= LARGEST_SHOWN;
}

/** Returns the smallest and largest of the values that a chart can show, among `values` and `always`. */
export function extentOf(values: Iterable<number>, always: readonly number[] = []): Extent {
  let [low, high] = [Infinity, -Infinity];
  for (const list of [values, always]) {
    for (const value of list) {
      if (!isShown(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return { low, high };
}

/** Returns a function that maps the values of an axis scale to pixels between two positions. */
export function pixelsOf(
  { low, high, isLogarithmic }: Scale,
  atLow: number,
  atHigh: number,
): (value: number) => number {
  if (isLogarithmic) {
    const decades = Math.log(high / low);
    return (value) => atLow + (Math.log(Math.max(value, low) / low) / decades) * (atHigh - atLow);
  }
  return (value) => atLow + ((value - low) / (high - low)) * (atHigh - atLow);
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function yGrid(scale: Scale, y: (value: number) => number, { left, right }: Area): readonly Shape[] {
  return scale.ticks.flatMap(({ value, label }): readonly Shape[] => [
    gridLine([[left, y(value)], [right, y(value)]], value === 0),
    { shape: "text", x: left - 8, y: y(value) + 4, text: label, size: TEXT_SIZE, anchor: "end", paint: "muted" },
  ]);
}

function xGrid(
  scale: Scale,
  x: (value: number) => number,
  area: Area & { width: number; isUnlabelled: boolean },
): readonly Shape[] {
  return scale.ticks.flatMap(({ value, label }): readonly Shape[] => {
    const half = textWidth(label, TEXT_SIZE) / 2;
    const middle = Math.min(Math.max(x(value), half + 4), area.width - half - 4);
    const line = gridLine([[x(value), area.top], [x(value), area.bottom]], false);
    if (area.isUnlabelled) return [line];
    return [
      line,
      {
        shape: "text",
        x: middle,
        y: area.bottom + 18,
        text: label,
        size: TEXT_SIZE,
        anchor: "middle",
        paint: "muted",
      },
    ];
  });
}

function gridLine(points: readonly (readonly [number, number])[], isZero: boolean): Shape {
  return { shape: "line", points, paint: isZero ? "axis" : "grid", width: 1 };
}

function axisLabels(
  { left, right, top }: Area,
  { x, y, height, margin }: { x: string | null; y: string | null; height: number; margin: number },
): readonly Shape[] {
  const label = { shape: "text", size: TEXT_SIZE, paint: "muted" } as const;
  return [
    ...y === null ? [] : [{ ...label, x: margin, y: top - 14, text: y, anchor: "start" } as const],
    ...x === null ? [] : [axisLabel(x, { middle: (left + right) / 2, y: height - margin + 4, width: right + margin })],
  ];
}
