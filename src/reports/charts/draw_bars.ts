import { axisLabel } from "./axis_label.ts";
import type { BarChart } from "./chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Shape, Spot } from "./drawing.ts";
import { type Header, header } from "./header.ts";
import type { Notation } from "./notation.ts";
import { FAINT } from "./palette.ts";
import { extentOf, isShown, pixelsOf } from "./plane.ts";
import { seriesLook } from "./series_look.ts";
import { fittedNames, textWidth } from "./text_width.ts";
import { type Scale, scaleOf } from "./ticks.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const TEXT_SIZE = 12;
const CATEGORY_WIDTH_AT_MOST = 200;
/** Largest part of the width of a bar chart that the names of its categories may take. */
const CATEGORY_SHARE = 0.4;
const PIXELS_PER_TICK = 90;
const STACK_HEIGHT = 22;
const STACK_GAP = 12;
const GROUP_GAP = 8;

/**
 * Draws a bar chart with horizontal bars from 0, negative ones to the left. In a stack each bar begins where the last
 * one of its sign ended.
 */
export function drawBars(
  chart: BarChart,
  { width = WIDTH, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const looks = chart.series.map((series, place) => {
    const { paint, isFaint } = seriesLook(series, place);
    return isFaint ? { paint, opacity: FAINT } : { paint };
  });
  const legend = chart.series.map(({ name }, index): LegendItem => ({ name, ...looks[index], mark: "bar" }));
  const top = header(chart, legend, { width, isBare });
  const rows = rowsOf(chart);
  const area = areaOf(chart, { header: top, rows, width, notation });
  const bars = chart.categories.flatMap((_, category) =>
    barsOf(chart, category).map(({ series, from, to, line }): Shape => {
      const [left, right] = [area.x(Math.min(from, to)), area.x(Math.max(from, to))];
      const y = area.top + category * (rows.height + rows.gap) + rows.gap / 2 + line * rows.bar;
      return { shape: "rectangle", x: left, y, width: right - left, height: rows.bar, ...looks[series] };
    })
  );
  const height = area.bottom + top.margin + (chart.value.label === null ? 18 : 38);
  return withBackground({
    title: chart.title,
    width,
    height,
    legend,
    spots: chart.categories.map((_, index): Spot => {
      const row = rows.height + rows.gap;
      return { series: null, index, x: 0, y: area.top + index * row, width, height: row };
    }),
    area: null,
    shapes: [...top.shapes, ...gridOf(chart, area, { width, height }), ...bars, ...namesOf(area, rows)],
  });
}

interface Rows {
  /** Height in pixels of all bars of one category in a bar chart, and of a single bar. */
  readonly height: number;
  readonly bar: number;
  readonly gap: number;
}

function rowsOf({ arrangement, series }: BarChart): Rows {
  if (arrangement === "stacked") return { height: STACK_HEIGHT, bar: STACK_HEIGHT, gap: STACK_GAP };
  const bar = series.length === 1 ? 14 : 9;
  return { height: bar * series.length, bar, gap: GROUP_GAP };
}

interface Bar {
  readonly series: number;
  readonly from: number;
  readonly to: number;
  /** Position of a bar within its group in a bar chart, counted from the top. */
  readonly line: number;
}

function barsOf({ arrangement, series }: BarChart, category: number): readonly Bar[] {
  let [above, below] = [0, 0];
  return series.flatMap(({ values }, index): readonly Bar[] => {
    const value = values[category];
    if (!isShown(value) || value === 0) return [];
    if (arrangement === "grouped") return [{ series: index, from: 0, to: value, line: index }];
    const from = value > 0 ? above : below;
    if (!isShown(from + value)) return [];
    if (value > 0) above += value;
    else below += value;
    return [{ series: index, from, to: from + value, line: 0 }];
  });
}

interface BarArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Width in pixels that the bar chart leaves free at its sides and below. */
  readonly margin: number;
  readonly names: readonly string[];
  readonly scale: Scale;
  readonly x: (value: number) => number;
}

interface AreaOptions {
  readonly header: Header;
  readonly rows: Rows;
  readonly width: number;
  readonly notation: Notation;
}

function areaOf(
  chart: BarChart,
  { header: { bottom: above, margin }, rows, width, notation }: AreaOptions,
): BarArea {
  const names = fittedNames(chart.categories, TEXT_SIZE, Math.min(CATEGORY_WIDTH_AT_MOST, width * CATEGORY_SHARE));
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name, TEXT_SIZE)), 0);
  const [left, right] = [margin + widest + 10, width - margin];
  const top = above + 8;
  const bottom = top + chart.categories.length * (rows.height + rows.gap);
  const ends = chart.categories.flatMap((_, category) => barsOf(chart, category).map(({ to }) => to));
  const extent = extentOf(ends, [0]);
  const scale = scaleOf(chart.value, extent, (right - left) / PIXELS_PER_TICK, notation);
  return { left, right, top, bottom, margin, names, scale, x: pixelsOf(scale, left, right) };
}

function gridOf(
  { value: { label } }: BarChart,
  area: BarArea,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Shape[] {
  const text = { shape: "text", size: TEXT_SIZE, anchor: "middle", paint: "muted" } as const;
  return [
    ...area.scale.ticks.flatMap((tick): readonly Shape[] => {
      const x = area.x(tick.value);
      const half = textWidth(tick.label, TEXT_SIZE) / 2;
      return [
        {
          shape: "line",
          points: [[x, area.top], [x, area.bottom]],
          paint: tick.value === 0 ? "axis" : "grid",
          width: 1,
        },
        { ...text, x: Math.max(half + 4, Math.min(x, width - half - 4)), y: area.bottom + 18, text: tick.label },
      ];
    }),
    ...label === null
      ? []
      : [axisLabel(label, { middle: (area.left + area.right) / 2, y: height - area.margin + 4, width })],
  ];
}

function namesOf(area: BarArea, rows: Rows): readonly Shape[] {
  return area.names.map((name, category) => ({
    shape: "text",
    x: area.left - 10,
    y: area.top + category * (rows.height + rows.gap) + (rows.height + rows.gap) / 2 + 4,
    text: name,
    size: TEXT_SIZE,
    anchor: "end",
    paint: "ink",
  }));
}
