import type { LegendItem, Paint, Shape } from "./drawing.ts";
import { fitted, fittedNames, textWidth } from "./text_width.ts";

/** Title area of a chart, with the y position where the rest of the chart may begin. */
export interface Header {
  readonly shapes: readonly Shape[];
  readonly bottom: number;
  /** Width in pixels that the chart leaves free at its sides and below. */
  readonly margin: number;
}

export interface HeaderOptions {
  /** Width of the chart in pixels. */
  readonly width: number;
  /** Whether the title and the legend stand outside of the drawing; false if absent. */
  readonly isBare?: boolean;
}

export const MARGIN = 24;
const BARE_MARGIN = 12;
const TITLE_SIZE = 18;
const TEXT_SIZE = 12;
const LEGEND_ROW = 20;
const LEGEND_GAP = 18;
const MARK_WIDTH = 16;
const MARK_GAP = 6;
const NAME_WIDTH_AT_MOST = 200;

/**
 * Draws the title, subtitle and legend of a chart. The legend takes as many rows as needed and is left out for a single
 * series.
 */
export function header(
  { title, subtitle }: { title: string; subtitle: string | null },
  legend: readonly LegendItem[],
  { width, isBare = false }: HeaderOptions,
): Header {
  if (isBare) return { shapes: [], bottom: 0, margin: BARE_MARGIN };
  const inner = width - 2 * MARGIN;
  let bottom = MARGIN + 14;
  const shapes: Shape[] = [
    text(fitted(title, TITLE_SIZE, inner), { x: MARGIN, y: bottom, size: TITLE_SIZE, paint: "ink", isBold: true }),
  ];
  if (subtitle !== null) {
    bottom += 20;
    shapes.push(text(fitted(subtitle, TEXT_SIZE, inner), { x: MARGIN, y: bottom, size: TEXT_SIZE, paint: "muted" }));
  }
  if (legend.length > 1) {
    const names = fittedNames(legend.map(({ name }) => name), TEXT_SIZE, NAME_WIDTH_AT_MOST);
    const rows = legendRows(legend.map((item, index) => ({ ...item, name: names[index] })), inner);
    shapes.push(...rows.flatMap((row, index) => legendRow(row, bottom + 24 + index * LEGEND_ROW)));
    bottom += 24 + (rows.length - 1) * LEGEND_ROW;
  }
  return { shapes, bottom: bottom + 14, margin: MARGIN };
}

function legendRows(legend: readonly LegendItem[], width: number): readonly (readonly LegendItem[])[] {
  const rows: LegendItem[][] = [[]];
  let used = 0;
  for (const item of legend) {
    const needed = itemWidth(item);
    if (used > 0 && used + needed - LEGEND_GAP > width) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1].push(item);
    used += needed;
  }
  return rows;
}

function itemWidth({ name }: LegendItem): number {
  return MARK_WIDTH + MARK_GAP + textWidth(name, TEXT_SIZE) + LEGEND_GAP;
}

function legendRow(items: readonly LegendItem[], baseline: number): readonly Shape[] {
  let x = MARGIN;
  return items.flatMap((item) => {
    const shapes = [
      legendMark(item, x, baseline - 4),
      text(item.name, { x: x + MARK_WIDTH + MARK_GAP, y: baseline, size: TEXT_SIZE, paint: "ink" }),
    ];
    x += itemWidth(item);
    return shapes;
  });
}

function legendMark({ mark, paint, opacity }: LegendItem, x: number, y: number): Shape {
  const middle = x + MARK_WIDTH / 2;
  const opaque = opacity === undefined ? {} : { opacity };
  switch (mark) {
    case "bar":
      return { shape: "rectangle", x: x + 2, y: y - 6, width: 12, height: 12, paint, ...opaque };
    case "square":
      return { shape: "rectangle", x: middle - 4.5, y: y - 4.5, width: 9, height: 9, paint };
    case "circle":
      return { shape: "circle", x: middle, y, radius: 5, paint };
    default:
      return {
        shape: "line",
        points: [[x, y], [x + MARK_WIDTH, y]],
        paint,
        width: 2.5,
        isDashed: mark === "dashed line",
      };
  }
}

function text(
  content: string,
  rest: { x: number; y: number; size: number; paint: Paint; isBold?: boolean },
): Shape {
  return { shape: "text", text: content, anchor: "start", ...rest };
}
