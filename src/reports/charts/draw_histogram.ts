import type { HistogramChart } from "./chart_description.ts";
import type { Drawing, DrawingSize, LegendItem, Paint, Shape, Spot } from "./drawing.ts";
import { header } from "./header.ts";
import { extentOf, isShown, type Plane, plane } from "./plane.ts";
import { fitted, textWidth } from "./text_width.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const WIDTH = 960;
const HEIGHT = 540;
const LABEL_SIZE = 11;
const LABEL_ROW = 15;
const LABEL_WIDTH_AT_MOST = 200;
const LABEL_GAP = 8;
const BELOW: Paint = "series-1";
const ABOVE: Paint = "band-3";

/**
 * Draws a histogram with bars upwards from 0, a bar across the divide in both colours, and marker labels in rows above
 * the bars.
 */
export function drawHistogram(
  chart: HistogramChart,
  { width = WIDTH, height = HEIGHT, isBare = false, notation = REPORT_NOTATION }: DrawingSize,
): Drawing {
  const { divide } = chart;
  const legend: readonly LegendItem[] = divide === null ? [] : [
    { name: divide.below, paint: BELOW, mark: "bar" },
    { name: divide.above, paint: ABOVE, mark: "bar" },
  ];
  const top = header(chart, legend, { width, isBare });
  const markers = chart.markers.filter(({ value }) => isShown(value));
  const xs = extentOf(chart.edges, markers.map(({ value }) => value));
  const ys = extentOf(chart.values, [0]);
  const under = (bottom: number): Plane =>
    plane({
      width,
      height,
      header: { ...top, bottom },
      notation,
      x: { ...chart.x, ...xs },
      y: { ...chart.y, ...ys },
    });
  const labelled = placeMarkers(markers, under(top.bottom), width);
  const rows = Math.max(0, ...labelled.map(({ row }) => row + 1));
  const surface = under(top.bottom + rows * LABEL_ROW);
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
      ...barsOf(chart, surface),
      ...labelled.flatMap((marker) => markerOf(marker, surface)),
    ],
  });
}

/** Returns a spot for each bar of a histogram, as high as the plot area. */
function spotsOf({ edges, values }: HistogramChart, surface: Plane): readonly Spot[] {
  return values.map((_, index) => {
    const [left, right] = [surface.x(edges[index]), surface.x(edges[index + 1])];
    const [y, height] = [surface.top, surface.bottom - surface.top];
    return { series: null, index, x: left, width: right - left, y, height };
  });
}

function barsOf({ edges, values, divide }: HistogramChart, surface: Plane): readonly Shape[] {
  const zero = surface.y(0);
  return values.flatMap((value, index): readonly Shape[] => {
    const [from, to] = [edges[index], edges[index + 1]];
    if (!isShown(value) || value <= 0 || !isShown(from) || !isShown(to)) return [];
    const at = divide === null ? from : Math.min(to, Math.max(from, divide.at));
    const bar = (start: number, end: number, paint: Paint): readonly Shape[] => {
      const [left, right] = [surface.x(start), surface.x(end)];
      const gap = right - left > 4 ? 0.5 : 0;
      const y = surface.y(value);
      return start < end
        ? [{ shape: "rectangle", x: left, y, width: right - left - gap, height: zero - y, paint }]
        : [];
    };
    return [...bar(from, at, BELOW), ...bar(at, to, ABOVE)];
  });
}

interface Labelled {
  readonly marker: HistogramChart["markers"][number];
  readonly text: string;
  readonly half: number;
  readonly row: number;
  readonly middle: number;
}

/**
 * Places each marker label of a histogram in the lowest row with room for it, and shifts an earlier label that the line
 * of a later marker would cross.
 */
function placeMarkers(markers: HistogramChart["markers"], surface: Plane, width: number): readonly Labelled[] {
  const rows: Labelled[][] = [];
  const endOf = (row: number, before = 0): number => {
    const last = rows[row]?.at(-1 - before);
    return last === undefined ? 0 : last.middle + last.half + LABEL_GAP;
  };
  for (const marker of [...markers].sort((a, b) => a.value - b.value)) {
    const text = fitted(marker.label, LABEL_SIZE, LABEL_WIDTH_AT_MOST);
    const half = textWidth(text, LABEL_SIZE) / 2;
    const x = surface.x(marker.value);
    const middle = Math.min(Math.max(x, half + 4), width - half - 4);
    let row = 0;
    for (; endOf(row) > middle - half; row++) {
      const lower = rows[row][rows[row].length - 1];
      const aside = Math.max(endOf(row, 1) + lower.half, lower.half + 4, x - LABEL_GAP / 2 - lower.half);
      rows[row][rows[row].length - 1] = { ...lower, middle: Math.min(lower.middle, aside) };
    }
    rows[row] = [...rows[row] ?? [], { marker, text, half, row, middle }];
  }
  return rows.flat();
}

function markerOf({ marker: { value, isReference }, row, text, middle }: Labelled, surface: Plane): readonly Shape[] {
  const x = surface.x(value);
  const y = surface.top - 8 - row * LABEL_ROW;
  const [paint, width] = ["ink", isReference ? 1.75 : 1] as const;
  return [
    { shape: "line", points: [[x, y + 4], [x, surface.bottom]], paint, width, isDashed: !isReference },
    { shape: "text", x: middle, y, text, size: LABEL_SIZE, anchor: "middle", paint, isBold: isReference },
  ];
}
