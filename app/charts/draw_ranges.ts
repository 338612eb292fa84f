import { axisLabel } from "../../src/reports/charts/axis_label.ts";
import type { Axis } from "../../src/reports/charts/chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Shape, Spot } from "../../src/reports/charts/drawing.ts";
import { header } from "../../src/reports/charts/header.ts";
import { extentOf, pixelsOf } from "../../src/reports/charts/plane.ts";
import { REPORT_NOTATION } from "../../src/reports/charts/report_notation.ts";
import { fittedNames, textWidth } from "../../src/reports/charts/text_width.ts";
import { scaleOf } from "../../src/reports/charts/ticks.ts";
import { withBackground } from "../../src/reports/charts/with_background.ts";

/** A chart of ranges as horizontal bars, one a row, with a mark for what is there now. */
export interface RangeChart {
  readonly title: string;
  readonly subtitle: string | null;
  readonly value: Axis;
  readonly rows: readonly RangeRow[];
  /** Name of the mark. */
  readonly markName: string;
}

export interface RangeRow {
  readonly name: string;
  /** Ends of the range; null where nothing limits it. */
  readonly low: number | null;
  readonly high: number | null;
  /** Whether both ends are reached; otherwise nothing lies beyond them. */
  readonly isExact: boolean;
  /** Value that is there now; null where there is none. */
  readonly mark: number | null;
}

const WIDTH = 960;
const ROW = 24;
const BAR = 12;
const TEXT_SIZE = 12;
const WIDEST_NAME = 200;
const NAME_SHARE = 0.4;
const PIXELS_PER_TICK = 90;
const FAINT = 0.45;

const REACHED: LegendItem = { name: "Reached by some portfolio", paint: "series-0", mark: "bar" };
const BOUND: LegendItem = { name: "Nothing beyond, maybe less", paint: "series-0", mark: "bar", opacity: FAINT };

/**
 * Draws a chart of ranges. A range of one value is a thin line, and a range without an end reaches to the edge of the
 * plot with an arrow.
 */
export function drawRanges(
  chart: RangeChart,
  { width = WIDTH, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const legend = legendOf(chart);
  const top = header(chart, legend, { width, isBare });
  const names = fittedNames(chart.rows.map(({ name }) => name), TEXT_SIZE, Math.min(WIDEST_NAME, width * NAME_SHARE));
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name, TEXT_SIZE)), 0);
  const [left, right] = [top.margin + widest + 10, width - top.margin - 8];
  const from = top.bottom + 8, to = from + chart.rows.length * ROW;
  const ends = chart.rows.flatMap(({ low, high, mark }) => [low, high, mark]).filter((end) => end !== null);
  const scale = scaleOf(chart.value, extentOf(ends, [0]), (right - left) / PIXELS_PER_TICK, notation);
  const x = pixelsOf(scale, left, right);
  const middle = (index: number): number => from + (index + 0.5) * ROW;
  const text = { shape: "text", size: TEXT_SIZE } as const;
  const height = to + top.margin + (chart.value.label === null ? 18 : 38);
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: chart.rows.map((_, index): Spot => ({
      series: null,
      index,
      x: 0,
      y: from + index * ROW,
      width,
      height: ROW,
    })),
    area: null,
    shapes: [
      ...top.shapes,
      ...scale.ticks.flatMap(({ value, label }): readonly Shape[] => [
        { shape: "line", points: [[x(value), from], [x(value), to]], paint: value === 0 ? "axis" : "grid", width: 1 },
        {
          ...text,
          x: within(x(value), textWidth(label, TEXT_SIZE) / 2 + 4, width),
          y: to + 18,
          text: label,
          anchor: "middle",
          paint: "muted",
        },
      ]),
      ...chart.rows.flatMap((row, index) => barOf(row, middle(index), { x, left, right })),
      ...names.map((name, index): Shape => ({
        ...text,
        x: left - 10,
        y: middle(index) + 4,
        text: name,
        anchor: "end",
        paint: "ink",
      })),
      ...chart.value.label === null
        ? []
        : [axisLabel(chart.value.label, { middle: (left + right) / 2, y: height - top.margin + 4, width })],
    ],
  });
}

function legendOf({ rows, markName }: RangeChart): readonly LegendItem[] {
  return [
    ...rows.some(({ isExact }) => isExact) ? [REACHED] : [],
    ...rows.some(({ isExact }) => !isExact) ? [BOUND] : [],
    ...rows.some(({ mark }) => mark !== null) ? [{ name: markName, paint: "ink", mark: "circle" } as const] : [],
  ];
}

function within(x: number, half: number, width: number): number {
  return Math.min(Math.max(x, half), width - half);
}

interface Across {
  readonly x: (value: number) => number;
  readonly left: number;
  readonly right: number;
}

function barOf({ low, high, isExact, mark }: RangeRow, y: number, { x, left, right }: Across): readonly Shape[] {
  const [from, to] = [low === null ? left : x(low), high === null ? right : x(high)];
  const look = { paint: "series-0", ...isExact ? {} : { opacity: FAINT } } as const;
  const arrow = (tip: number, back: number): Shape => ({
    shape: "area",
    points: [[tip, y], [back, y - BAR / 2], [back, y + BAR / 2]],
    paint: "series-0",
    opacity: isExact ? 1 : FAINT,
  });
  return [
    { shape: "rectangle", x: from, y: y - BAR / 2, width: Math.max(2.5, to - from), height: BAR, ...look },
    ...low === null ? [arrow(left - 7, left)] : [],
    ...high === null ? [arrow(right + 7, right)] : [],
    ...mark === null ? [] : [
      { shape: "circle", x: x(mark), y, radius: 5.5, paint: "background" } as const,
      { shape: "circle", x: x(mark), y, radius: 4, paint: "ink" } as const,
    ],
  ];
}
