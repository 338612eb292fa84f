import type { JSX, TargetedPointerEvent } from "preact";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { correlationChart } from "../../src/reports/charts/correlation_chart.ts";
import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import type { Drawing } from "../../src/reports/charts/drawing.ts";
import { Button } from "../components/button.tsx";
import { ChartFrame } from "./chart_frame.tsx";
import { pngOf } from "./chart_image.ts";
import {
  type CorrelatedPair,
  correlatedPairs,
  type Correlations,
  correlationsOf,
  type MapOrder,
  type MapPart,
  orderOf,
  partAround,
} from "./correlations.ts";
import type { CovarianceRows, MethodResult, RunResult } from "./documents.ts";
import type { ChartTable, Reading } from "./interactive_chart.ts";
import { type MapCell, type MapLayout, mapLayout, paintMap } from "./paint_map.ts";
import { READERS_NOTATION } from "./readers_notation.ts";
import { ReadingBox } from "./reading_box.tsx";
import { useTheme } from "./use_theme.ts";
import { useWidth } from "./use_width.ts";

export interface CorrelationMapProps {
  readonly covariance: RunResult["estimates"]["covariance"];
  /** Rows of the covariance matrix, where it is in a file of its own; null if that is not read yet. */
  readonly rows: CovarianceRows | null;
  /** Methods whose weights order the assets. */
  readonly methods: readonly Pick<MethodResult, "weights">[];
}

/** Assets above which the table has pairs in place of one column for each asset. */
const MOST_COLUMNS = 60;
/** Pairs of assets that the table has at most, of the most and the least correlated. */
const MOST_PAIRS = 10_000;
/** Largest width in pixels of the map. */
const WIDEST = 900;

/**
 * A map of the correlations of all assets on a canvas, for some thousand assets. The reader zooms into a part, and
 * points at a pair to read its correlation. Nothing for fewer than two assets, or without a covariance matrix.
 */
export function CorrelationMap({ covariance, rows, methods }: CorrelationMapProps): JSX.Element | null {
  const matrix = covariance.matrix ?? rows;
  const correlations = useMemo(
    () => matrix === null || covariance.assets.length < 2 ? null : correlationsOf(covariance.assets, matrix),
    [covariance, matrix],
  );
  if (matrix === null || correlations === null) return null;
  return <Map correlations={correlations} covariance={covariance} matrix={matrix} methods={methods} />;
}

interface MapProps extends Omit<CorrelationMapProps, "rows"> {
  readonly correlations: Correlations;
  readonly matrix: CovarianceRows;
}

function Map({ correlations, covariance, matrix, methods }: MapProps): JSX.Element {
  const count = correlations.assets.length;
  const [order, setOrder] = useState<MapOrder>("run");
  const [part, setPart] = useState<MapPart>({ row: 0, column: 0, count });
  const [cell, setCell] = useState<MapCell | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const places = useMemo(() => orderOf(correlations, order, sizeBy(methods)), [correlations, order, methods]);
  const zoom = (factor: number): void => {
    const middle = cell ?? { row: part.row + part.count / 2, column: part.column + part.count / 2 };
    setPart(partAround(middle, part.count * factor, count));
  };
  return (
    <ChartFrame
      title="Correlation"
      subtitle={`${READERS_NOTATION.number(count)} assets, from the covariance matrix that the run used`}
      table={() => tableOf(correlations)}
      notation={READERS_NOTATION}
      drawing={() => fileDrawing({ covariance: { assets: covariance.assets, matrix }, methods })}
      image={() => canvas.current === null ? Promise.reject(new Error("There is no map")) : pngOf(canvas.current)}
      controls={
        <>
          <OrderChoice order={order} onChoose={setOrder} />
          <span class="chart-choice">
            <Button kind="quiet" label="Zoom in to the correlations" onClick={() => zoom(0.5)}>Zoom in</Button>
            <Button kind="quiet" label="Zoom out of the correlations" onClick={() => zoom(2)}>Zoom out</Button>
            <Button kind="quiet" label="All correlations" onClick={() => setPart({ row: 0, column: 0, count })}>
              All
            </Button>
          </span>
        </>
      }
    >
      <MapCanvas
        canvas={canvas}
        correlations={correlations}
        places={places}
        part={part}
        cell={cell}
        onCell={setCell}
        onPart={setPart}
        onZoom={zoom}
      />
    </ChartFrame>
  );
}

interface OrderChoiceProps {
  readonly order: MapOrder;
  readonly onChoose: (order: MapOrder) => void;
}

const ORDERS: Readonly<Record<MapOrder, string>> = {
  run: "As in the run",
  weight: "By weight",
  alike: "Alike side by side",
};

function OrderChoice({ order, onChoose }: OrderChoiceProps): JSX.Element {
  const id = useId();
  return (
    <span class="chart-choice">
      <label for={id}>Order of the assets</label>
      <select
        id={id}
        value={order}
        onChange={({ currentTarget: { value } }) => {
          if (value === "run" || value === "weight" || value === "alike") onChoose(value);
        }}
      >
        {Object.entries(ORDERS).map(([key, name]) => <option key={key} value={key}>{name}</option>)}
      </select>
    </span>
  );
}

interface MapCanvasProps {
  readonly canvas: { current: HTMLCanvasElement | null };
  readonly correlations: Correlations;
  /** Indexes of the assets in the order in which the map shows them. */
  readonly places: Int32Array;
  readonly part: MapPart;
  readonly cell: MapCell | null;
  readonly onCell: (cell: MapCell | null) => void;
  readonly onPart: (part: MapPart) => void;
  readonly onZoom: (factor: number) => void;
}

function MapCanvas(
  { canvas, correlations, places, part, cell, onCell, onPart, onZoom }: MapCanvasProps,
): JSX.Element {
  const theme = useTheme();
  const [frame, width] = useWidth<HTMLDivElement>();
  const [start, setStart] = useState<MapCell | null>(null);
  const layout = useMemo(
    () => width === 0 ? null : mapLayout({ assets: correlations.assets, places, part, width: Math.min(WIDEST, width) }),
    [correlations, places, part, width],
  );
  useLayoutEffect(() => {
    if (canvas.current === null || layout === null) return;
    return paintMap(canvas.current, layout, { correlations, places, part, theme, notation: READERS_NOTATION });
  }, [layout, theme]);
  const reading = cell === null ? null : readingAt(cell, correlations, places);
  const cellOf = ({ clientX, clientY, currentTarget }: TargetedPointerEvent<HTMLElement>): MapCell | null => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return layout === null ? null : cellAt(clientX - left, clientY - top, layout, part);
  };
  return (
    <div
      ref={frame}
      class="chart-plot"
      role="application"
      aria-roledescription="map"
      tabIndex={0}
      aria-label="Correlations of pairs of assets: arrow keys move, plus and minus zoom, 0 shows all"
      onPointerDown={(event) => {
        setStart(cellOf(event));
        onCell(cellOf(event));
        if (event.pointerType === "mouse") event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => onCell(cellOf(event))}
      onPointerUp={(event) => {
        const end = cellOf(event);
        setStart(null);
        if (start !== null && end !== null) zoomBetween(start, end, { onPart, count: places.length });
      }}
      // A finger that is lifted leaves, too: what it has pointed at stays to be read.
      onPointerLeave={({ pointerType }) => pointerType === "touch" ? undefined : onCell(null)}
      onKeyDown={(event) => {
        if (event.key === "+" || event.key === "=") return onZoom(0.5);
        if (event.key === "-") return onZoom(2);
        if (event.key === "0") return onPart({ row: 0, column: 0, count: places.length });
        if (event.key === "Escape") return onCell(null);
        const [down, across] = ARROWS[event.key] ?? [0, 0];
        if (down === 0 && across === 0) return;
        event.preventDefault();
        const next = movedCell(cell ?? { row: part.row, column: part.column }, { down, across }, places.length);
        onCell(next);
        if (!isWithin(next, part)) onPart(partAround(next, part.count, places.length));
      }}
    >
      {layout === null ? <div class="chart-empty" /> : (
        <canvas
          ref={canvas}
          class="chart-canvas"
          role="img"
          aria-label={`Map of ${READERS_NOTATION.number(places.length)} assets`}
        />
      )}
      {layout === null || cell === null || !isWithin(cell, part)
        ? null
        : <Frame cell={cell} part={part} layout={layout} start={start} />}
      {layout === null || cell === null || reading === null || !isWithin(cell, part) ? null : (
        <ReadingBox
          reading={reading}
          notation={READERS_NOTATION}
          x={layout.left + (cell.column - part.column + 0.5) * layout.cell}
          y={layout.top + (cell.row - part.row + 0.5) * layout.cell}
          width={layout.width}
          height={layout.height}
        />
      )}
      <p class="unseen" aria-live="polite">
        {reading === null ? "" : `${reading.heading}: ${correlationText(reading)}`}
      </p>
    </div>
  );
}

interface FrameProps {
  readonly cell: MapCell;
  readonly part: MapPart;
  readonly layout: MapLayout;
  /** Cell from which the reader draws a square; null while the reader draws none. */
  readonly start: MapCell | null;
}

/** Marks the pair that the reader points at, or the square that the reader draws. */
function Frame({ cell, part, layout, start }: FrameProps): JSX.Element {
  const from = start ?? cell;
  const place = (first: number, last: number, offset: number): readonly [number, number] => {
    const low = Math.min(first, last) - offset, high = Math.max(first, last) - offset + 1;
    return [low * layout.cell, (high - low) * layout.cell];
  };
  const [x, width] = place(from.column, cell.column, part.column);
  const [y, height] = place(from.row, cell.row, part.row);
  return (
    <svg class="chart-over" width={layout.width} height={layout.height} aria-hidden="true">
      <rect
        class="stroke-ink"
        x={layout.left + x}
        y={layout.top + y}
        width={Math.max(3, width)}
        height={Math.max(3, height)}
        fill="none"
        stroke-width="2"
      />
    </svg>
  );
}

const ARROWS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Fewest cells that a drawn square has along a side; a smaller one is a click. */
const FEWEST_DRAWN = 3;

function zoomBetween(
  start: MapCell,
  end: MapCell,
  { onPart, count }: { readonly onPart: (part: MapPart) => void; readonly count: number },
): void {
  const side = Math.max(Math.abs(end.row - start.row), Math.abs(end.column - start.column)) + 1;
  if (side < FEWEST_DRAWN) return;
  const middle = { row: (start.row + end.row + 1) / 2, column: (start.column + end.column + 1) / 2 };
  onPart(partAround(middle, side, count));
}

function cellAt(x: number, y: number, { left, top, cell }: MapLayout, { row, column, count }: MapPart): MapCell | null {
  const [down, across] = [Math.floor((y - top) / cell), Math.floor((x - left) / cell)];
  const isInside = down >= 0 && across >= 0 && down < count && across < count;
  return isInside ? { row: row + down, column: column + across } : null;
}

function movedCell(
  { row, column }: MapCell,
  { down, across }: { readonly down: number; readonly across: number },
  count: number,
): MapCell {
  const within = (index: number): number => Math.min(count - 1, Math.max(0, index));
  return { row: within(row + down), column: within(column + across) };
}

function isWithin({ row, column }: MapCell, part: MapPart): boolean {
  return row >= part.row && column >= part.column && row < part.row + part.count && column < part.column + part.count;
}

function readingAt({ row, column }: MapCell, { assets, between }: Correlations, places: Int32Array): Reading | null {
  const [one, other] = [places[row], places[column]];
  if (one === undefined || other === undefined) return null;
  const names = one === other ? assets[one] ?? "" : `${assets[one] ?? ""} and ${assets[other] ?? ""}`;
  return {
    heading: names,
    lines: [{ name: "Correlation", values: [between(one, other)], format: "number", look: null }],
  };
}

function correlationText({ lines }: Reading): string {
  return READERS_NOTATION.short(lines[0]?.values[0] ?? NaN, "number");
}

function sizeBy(methods: CorrelationMapProps["methods"]): (asset: string) => number {
  return (asset) => methods.reduce((size, { weights }) => Math.max(size, Math.abs(weights?.[asset] ?? 0)), 0);
}

/** Returns the map as the files of a run have it: of many assets those with the largest weights. */
function fileDrawing(
  { covariance, methods }: {
    readonly covariance: { readonly assets: readonly string[]; readonly matrix: CovarianceRows };
    readonly methods: CorrelationMapProps["methods"];
  },
): Drawing {
  const chart = correlationChart({ estimates: { covariance }, methods }, READERS_NOTATION);
  if (chart === null) throw new Error("There are fewer than two assets");
  return drawChart(chart, { notation: READERS_NOTATION });
}

/** Returns the matrix as a table, or the pairs of assets where there are too many for columns. */
function tableOf(correlations: Correlations): ChartTable {
  const { assets, between } = correlations;
  if (assets.length <= MOST_COLUMNS) {
    return {
      columns: [{ name: "Asset", format: "text" }, ...assets.map((name) => ({ name, format: "number" } as const))],
      rows: assets.map((asset, row) => [asset, ...assets.map((_, column) => between(row, column))]),
    };
  }
  const pairs = correlatedPairs(correlations);
  const shown = pairs.length <= MOST_PAIRS
    ? pairs
    : [...pairs.slice(0, MOST_PAIRS / 2), ...pairs.slice(-MOST_PAIRS / 2)];
  return {
    columns: [
      { name: "Asset", format: "text" },
      { name: "Other asset", format: "text" },
      { name: "Correlation", format: "number" },
    ],
    rows: shown.map(({ one, other, correlation }: CorrelatedPair) => [one, other, correlation]),
  };
}
