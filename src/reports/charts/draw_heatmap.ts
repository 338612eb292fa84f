import type { HeatmapChart } from "./chart_description.ts";
import type { Drawing, DrawingSize, Shape } from "./drawing.ts";
import { header, MARGIN } from "./header.ts";
import type { Notation } from "./notation.ts";
import { HEAT_STEPS } from "./palette.ts";
import { fittedNames, textWidth } from "./text_width.ts";
import { withBackground } from "./with_background.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const NAME_WIDTH_AT_MOST = 130;
const GRID_WIDTH = 640;
const CELL_AT_LEAST = 10;
const CELL_AT_MOST = 48;
const CELL_WITH_NUMBER = 30;
const KEY_WIDTH = 14;
const WIDTH_AT_LEAST = 480;

/**
 * Draws a heat map: a square of coloured cells with names at the left and above, their values where they fit, and a
 * colour key.
 */
export function drawHeatmap(chart: HeatmapChart, { isBare = false, notation = REPORT_NOTATION }: DrawingSize): Drawing {
  const { names } = chart;
  const cell = Math.max(CELL_AT_LEAST, Math.min(CELL_AT_MOST, Math.floor(GRID_WIDTH / names.length)));
  const size = Math.min(12, cell - 1);
  const shown = fittedNames(names, size, NAME_WIDTH_AT_MOST);
  const namesWidth = Math.max(...shown.map((name) => textWidth(name, size)));
  const grid = { left: MARGIN + namesWidth + 8, width: cell * names.length };
  const width = Math.max(WIDTH_AT_LEAST, grid.left + grid.width + 24 + KEY_WIDTH + 36 + MARGIN);
  const head = header(chart, [], { width, isBare });
  const top = head.bottom + namesWidth + 12;
  const place = { left: grid.left, top, cell, notation };
  return withBackground({
    title: chart.title,
    width,
    height: top + Math.max(grid.width, KEY_LENGTH) + MARGIN,
    legend: [],
    spots: [],
    area: null,
    shapes: [
      ...head.shapes,
      ...nameLabels(shown, place, size),
      ...chart.values.flatMap((row, rowIndex) => row.flatMap((value, index) => cellOf(value, index, rowIndex, place))),
      ...colourKey(grid.left + grid.width + 24, top, notation),
    ],
  });
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly cell: number;
  readonly notation: Notation;
}

function nameLabels(names: readonly string[], { left, top, cell }: Place, size: number): readonly Shape[] {
  const label = { shape: "text", size, paint: "ink" } as const;
  return names.flatMap((text, index): readonly Shape[] => {
    const middle = (index + 0.5) * cell;
    const lower = size * 0.35;
    return [
      { ...label, text, x: left - 8, y: top + middle + lower, anchor: "end" },
      { ...label, text, x: left + middle + lower, y: top - 8, anchor: "start", rotation: -90 },
    ];
  });
}

function cellOf(value: number, column: number, row: number, { left, top, cell, notation }: Place): readonly Shape[] {
  if (!Number.isFinite(value)) return [];
  const within = Math.min(1, Math.max(-1, value));
  const step = Math.round((within + 1) * (HEAT_STEPS / 2));
  const [x, y] = [left + column * cell, top + row * cell];
  const side = cell > 16 ? cell - 1 : cell;
  const square: Shape = { shape: "rectangle", x, y, width: side, height: side, paint: `heat-${step}` };
  if (cell < CELL_WITH_NUMBER) return [square];
  const text = notation.ticks.number(Math.round(within * 100) / 100 + 0, 0.01, 1);
  const middle = side / 2;
  return [square, {
    shape: "text",
    x: x + middle,
    y: y + middle + 4,
    text,
    size: 11,
    anchor: "middle",
    paint: `on-heat-${step}`,
  }];
}

const KEY_STEP = 9;
const KEY_LENGTH = KEY_STEP * (HEAT_STEPS + 1);

/** Draws the colour key of a heat map, from 1 at the top to -1 at the bottom. */
function colourKey(x: number, top: number, notation: Notation): readonly Shape[] {
  const steps = Array.from({ length: HEAT_STEPS + 1 }, (_, index): Shape => ({
    shape: "rectangle",
    x,
    y: top + index * KEY_STEP,
    width: KEY_WIDTH,
    height: KEY_STEP,
    paint: `heat-${HEAT_STEPS - index}`,
  }));
  const labels = [1, 0.5, 0, -0.5, -1].map((value): Shape => ({
    shape: "text",
    x: x + KEY_WIDTH + 6,
    y: top + (1 - value) * (HEAT_STEPS / 2) * KEY_STEP + KEY_STEP / 2 + 4,
    text: notation.number(value),
    size: 11,
    anchor: "start",
    paint: "muted",
  }));
  return [...steps, ...labels];
}
