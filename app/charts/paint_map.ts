import type { Paint } from "../../src/reports/charts/drawing.ts";
import { colourOf, HEAT_STEPS } from "../../src/reports/charts/palette.ts";
import { fittedNames, textWidth } from "../../src/reports/charts/text_width.ts";
import type { ChartTheme } from "./chart_colours.ts";
import type { Correlations, MapPart } from "./correlations.ts";
import type { ReadersNotation } from "./readers_notation.ts";

/** A pair of assets in a map of correlations, by their places in its order. */
export interface MapCell {
  readonly row: number;
  readonly column: number;
}

/** Where a map of correlations stands on its canvas, in pixels. */
export interface MapLayout {
  readonly left: number;
  readonly top: number;
  /** Side of a cell, which may be less than a pixel. */
  readonly cell: number;
  /** Side of the square of all cells. */
  readonly side: number;
  readonly width: number;
  readonly height: number;
  /** Names of the rows and the columns, shortened; empty where the cells are too small for them. */
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
}

export interface MapLayoutOptions {
  readonly assets: readonly string[];
  /** Indexes of the assets in the order in which the map shows them. */
  readonly places: Int32Array;
  readonly part: MapPart;
  /** Width of the whole in pixels. */
  readonly width: number;
}

/** Height in pixels of the colour key below the map. */
const MAP_KEY_HEIGHT = 44;
const TEXT_SIZE = 11;
const NAME_GAP = 6;
const SMALLEST_NAMED = 11;
const LARGEST_CELL = 48;
const SMALLEST_WITH_NUMBER = 30;
const PADDING = 4;
/** Largest part of the width that the names of the rows may take. */
const NAME_SHARE = 0.28;
const WIDEST_NAME = 130;

/** Lays out a part of a map of correlations, with names where its cells are large enough. */
export function mapLayout({ assets, places, part, width }: MapLayoutOptions): MapLayout {
  const namesWidth = Math.min(WIDEST_NAME, width * NAME_SHARE);
  const namesOf = (first: number): readonly string[] =>
    fittedNames(
      Array.from(places.subarray(first, first + part.count), (index) => assets[index] ?? ""),
      TEXT_SIZE,
      namesWidth,
    );
  const isNamed = (width - namesWidth - NAME_GAP - PADDING) / part.count >= SMALLEST_NAMED;
  const [rowNames, columnNames] = isNamed ? [namesOf(part.row), namesOf(part.column)] : [[], []];
  const room = (names: readonly string[]): number =>
    names.length === 0 ? PADDING : Math.max(...names.map((name) => textWidth(name, TEXT_SIZE))) + NAME_GAP;
  const [left, top] = [room(rowNames), room(columnNames)];
  const cell = Math.min(LARGEST_CELL, (width - left - PADDING) / part.count);
  const side = cell * part.count;
  return { left, top, cell, side, width, height: top + side + MAP_KEY_HEIGHT, rowNames, columnNames };
}

export interface PaintedMap {
  readonly correlations: Correlations;
  readonly places: Int32Array;
  readonly part: MapPart;
  readonly theme: ChartTheme;
  readonly notation: ReadersNotation;
}

/** Cells that are painted before the page may do something else; about 5 ms of work. */
const CELLS_AT_ONCE = 250_000;

/**
 * Paints a map of correlations on a canvas, a large one in several steps so that the page stays answering. Returns a
 * function that stops what is not painted yet.
 */
export function paintMap(canvas: HTMLCanvasElement, layout: MapLayout, map: PaintedMap): () => void {
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(layout.width * scale);
  canvas.height = Math.round(layout.height * scale);
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = `${layout.height}px`;
  const context = canvas.getContext("2d");
  if (context === null) return () => {};
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.imageSmoothingEnabled = false;
  context.fillStyle = colourOf("background")[map.theme];
  context.fillRect(0, 0, layout.width, layout.height);
  paintNames(context, layout, map.theme);
  paintKey(context, layout, map);
  const { count } = map.part, colours = heatColours(map.theme);
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / count));
  let timer: ReturnType<typeof setTimeout> | null = null;
  const paintFrom = (first: number): void => {
    const rows = Math.min(rowsAtOnce, count - first);
    paintRows(context, layout, { ...map, first, rows, colours });
    if (first + rows < count) timer = setTimeout(() => paintFrom(first + rows), 0);
    else paintNumbers(context, layout, map);
  };
  paintFrom(0);
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

interface PaintedRows extends PaintedMap {
  /** First of the rows of the part, and their number. */
  readonly first: number;
  readonly rows: number;
  readonly colours: Uint32Array;
}

/** Paints some rows: one pixel a cell into an image, which the canvas then enlarges. */
function paintRows(
  context: CanvasRenderingContext2D,
  { left, top, cell, side }: MapLayout,
  { correlations: { between }, places, part, first, rows, colours }: PaintedRows,
): void {
  const image = new ImageData(part.count, rows), pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < rows; row++) {
    const one = places[part.row + first + row] ?? 0;
    for (let column = 0; column < part.count; column++) {
      const value = between(one, places[part.column + column] ?? 0);
      pixels[row * part.count + column] = value === value ? colours[stepOf(value)] ?? 0 : 0;
    }
  }
  const small = new OffscreenCanvas(part.count, rows);
  small.getContext("2d")?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = cell < 1;
  context.drawImage(small, left, top + first * cell, side, rows * cell);
}

function stepOf(value: number): number {
  return Math.round((Math.min(1, Math.max(-1, value)) + 1) * (HEAT_STEPS / 2));
}

/** Returns the colours of the steps as pixels: red in the lowest byte, as `ImageData` has it on all usual machines. */
function heatColours(theme: ChartTheme): Uint32Array {
  return Uint32Array.from({ length: HEAT_STEPS + 1 }, (_, step) => {
    const rgb = parseInt(colourOf(`heat-${step}`)[theme].slice(1), 16);
    return ((0xff << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
  });
}

function paintNames(context: CanvasRenderingContext2D, layout: MapLayout, theme: ChartTheme): void {
  const { left, top, cell, rowNames, columnNames } = layout;
  const write = writer(context, theme);
  rowNames.forEach((name, index) =>
    write(name, { x: left - NAME_GAP, y: top + (index + 0.5) * cell + TEXT_SIZE * 0.35, align: "right", paint: "ink" })
  );
  columnNames.forEach((name, index) => {
    context.save();
    context.translate(left + (index + 0.5) * cell + TEXT_SIZE * 0.35, top - NAME_GAP);
    context.rotate(-Math.PI / 2);
    write(name, { x: 0, y: 0, align: "left", paint: "ink" });
    context.restore();
  });
}

/** Writes the correlations into their cells, where those are large enough. */
function paintNumbers(
  context: CanvasRenderingContext2D,
  { left, top, cell }: MapLayout,
  { correlations: { between }, places, part, theme, notation }: PaintedMap,
): void {
  if (cell < SMALLEST_WITH_NUMBER) return;
  const write = writer(context, theme);
  for (let row = 0; row < part.count; row++) {
    for (let column = 0; column < part.count; column++) {
      const value = between(places[part.row + row] ?? 0, places[part.column + column] ?? 0);
      if (value !== value) continue;
      const [x, y] = [left + (column + 0.5) * cell, top + (row + 0.5) * cell + 4];
      write(notation.short(value, "number"), {
        x,
        y,
        align: "center",
        paint: `on-heat-${stepOf(value)}`,
      });
    }
  }
}

/** Paints the colour key of a map below it, from -1 at the left to 1 at the right. */
function paintKey(
  context: CanvasRenderingContext2D,
  { left, top, side, width }: MapLayout,
  { theme, notation }: Pick<PaintedMap, "theme" | "notation">,
): void {
  const write = writer(context, theme), y = top + side + 10;
  const length = Math.min(width - left - PADDING, 320), step = length / (HEAT_STEPS + 1);
  for (let index = 0; index <= HEAT_STEPS; index++) {
    context.fillStyle = colourOf(`heat-${index}`)[theme];
    context.fillRect(left + index * step, y, step + 0.5, 10);
  }
  for (const value of [-1, -0.5, 0, 0.5, 1]) {
    const align = value === -1 ? "left" : value === 1 ? "right" : "center";
    write(notation.number(value), { x: left + (value + 1) / 2 * length, y: y + 24, align, paint: "muted" });
  }
}

interface Written {
  readonly x: number;
  readonly y: number;
  readonly align: CanvasTextAlign;
  readonly paint: Paint;
}

function writer(context: CanvasRenderingContext2D, theme: ChartTheme): (text: string, at: Written) => void {
  return (text, { x, y, align, paint }) => {
    context.font = `${TEXT_SIZE}px system-ui, -apple-system, "Segoe UI", sans-serif`;
    context.textAlign = align;
    context.fillStyle = colourOf(paint)[theme];
    context.fillText(text, x, y);
  };
}
