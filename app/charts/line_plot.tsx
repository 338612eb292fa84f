import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { LineChart } from "../../src/reports/charts/chart_description.ts";
import type { LegendItem, Paint } from "../../src/reports/charts/drawing.ts";
import { colourOf, SERIES_COLOURS } from "../../src/reports/charts/palette.ts";
import { extentOf, xTicksWanted } from "../../src/reports/charts/plane.ts";
import { type Scale, scaleOf } from "../../src/reports/charts/ticks.ts";
import type { ChartTheme } from "./chart_colours.ts";
import { type DateRange, widened } from "./date_ranges.ts";
import { type Reading, sentenceOf } from "./interactive_chart.ts";
import { labelsThatFit } from "./labels_that_fit.ts";
import { spotByKey } from "./pointed_spots.ts";
import type { ReadersNotation } from "./readers_notation.ts";
import { ReadingBox } from "./reading_box.tsx";
import { columnsOf, dashesOf } from "./time_series.ts";
import { useTheme } from "./use_theme.ts";
import { useWidth } from "./use_width.ts";

export interface LinePlotProps {
  /** A chart of lines whose points all have the same dates. */
  readonly chart: LineChart;
  /** How its labels and values are written. */
  readonly notation: ReadersNotation;
  readonly range: DateRange;
  readonly hidden: ReadonlySet<string>;
  /** Index of the date that the reader points at, in this or another chart; null for none. */
  readonly at: number | null;
  readonly onPoint: (at: number | null) => void;
  /** Hears the range that the reader has drawn with the pointer. */
  readonly onRange: (range: DateRange) => void;
  /** Height in pixels. */
  readonly height: number;
}

/** Width in pixels of the labels beside a plot, the same for all so that plots below one another are in line. */
const AXIS_WIDTH = 64;
const AXIS_HEIGHT = 26;
/** Pixels between a plot and the right edge of its drawing. */
const BESIDE_PLOT = 8;
const PIXELS_PER_Y_TICK = 48;

/**
 * Lines over time on a canvas, for long series. The reader draws over a stretch of time to see it larger, and points
 * at a date to read all values. A screen reader takes it for a slider over the dates.
 */
export function LinePlot(
  { chart, notation, range, hidden, at, onPoint, onRange, height }: LinePlotProps,
): JSX.Element {
  const theme = useTheme();
  const [frame, width] = useWidth<HTMLDivElement>();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const heard = useRef({ onPoint, onRange });
  heard.current = { onPoint, onRange };
  const [isHere, setIsHere] = useState(false);
  const plotted = useMemo(() => backToFront(chart), [chart]);
  const columns = useMemo(() => columnsOf(plotted), [plotted]);
  const count = columns[0].length;

  const isReady = width > 0;
  useLayoutEffect(() => {
    if (host.current === null || !isReady) return;
    const options = optionsOf(plotted, { width, height, theme, notation });
    const made = new uPlot({ ...options, hooks: hooksOf(() => heard.current, count) }, columns, host.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [plotted, columns, isReady, height, theme, notation]);

  useLayoutEffect(() => {
    const made = plot.current;
    if (made !== null && made.width !== width) made.setSize({ width, height });
  }, [width, height]);

  useLayoutEffect(() => {
    const made = plot.current;
    if (made === null) return;
    made.batch(() => {
      plotted.series.forEach(({ name }, index) => {
        if (made.series[index + 1]?.show === hidden.has(name)) made.setSeries(index + 1, { show: !hidden.has(name) });
      });
      made.setScale("x", { min: columns[0][range.from] ?? 0, max: columns[0][range.to] ?? 1 });
    });
  }, [plotted, columns, isReady, height, theme, notation, hidden, range]);

  useEffect(() => {
    const made = plot.current;
    if (made === null || (made.cursor.idx ?? null) === at) return;
    made.setCursor(
      at === null ? { left: -10, top: -10 } : { left: made.valToPos(columns[0][at] ?? 0, "x"), top: 0 },
      false,
    );
  }, [at, columns]);

  const reading = at === null ? null : readingOf(chart, at, { hidden, notation });
  return (
    <div
      ref={frame}
      class="chart-plot"
      role="slider"
      tabIndex={0}
      aria-label={`${chart.title}: values by date, by arrow keys`}
      aria-valuemin={range.from}
      aria-valuemax={range.to}
      aria-valuenow={at ?? range.from}
      aria-valuetext={reading === null ? "No date is chosen" : sentenceOf(reading, notation.short)}
      onPointerEnter={() => setIsHere(true)}
      onPointerLeave={() => setIsHere(false)}
      onFocus={() => setIsHere(true)}
      onBlur={() => {
        setIsHere(false);
        onPoint(null);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") return onPoint(null);
        const next = spotByKey(event.key, (at ?? range.from - 1) - range.from, range.to - range.from + 1);
        if (next === null) return;
        event.preventDefault();
        onPoint(range.from + next);
      }}
      onDblClick={() => onRange({ from: 0, to: count - 1 })}
    >
      <div ref={host} aria-hidden="true" class="chart-canvas" style={{ height: `${height}px` }} />
      {reading === null || !isHere || at === null ? null : (
        <ReadingBox
          reading={reading}
          notation={notation}
          x={AXIS_WIDTH + (plot.current?.valToPos(columns[0][at] ?? 0, "x") ?? 0)}
          y={8}
          width={width}
          height={height}
        />
      )}
    </div>
  );
}

/** Returns a chart with the lines in the order in which they are drawn: references behind all, the first in front. */
function backToFront(chart: LineChart): LineChart {
  const series = chart.series.map((one, place) => ({ colour: place, ...one })).reverse();
  return { ...chart, series: series.sort((a, b) => Number(b.isReference) - Number(a.isReference)) };
}

/** Returns the values of all lines that are shown at a date, the largest first. */
function readingOf(
  { series, x, y }: LineChart,
  at: number,
  { hidden, notation }: Pick<LinePlotProps, "hidden" | "notation">,
): Reading {
  const shown = series.flatMap((one, place) => hidden.has(one.name) ? [] : [{ ...one, place }]);
  return {
    heading: notation.full(series[0]?.points[at]?.x ?? NaN, x.format),
    lines: shown.map(({ name, points, isReference, colour, place }) => ({
      name,
      values: [points[at]?.y ?? NaN],
      format: y.format,
      look: lookOf({ name, isReference, colour: colour ?? place }),
    })).sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)),
  };
}

/** Returns the look of a line in the legend. */
export function lookOf(
  { name, isReference, colour }: { readonly name: string; readonly isReference: boolean; readonly colour: number },
): LegendItem {
  return { name, paint: paintOf(isReference, colour), mark: isDashed(isReference, colour) ? "dashed line" : "line" };
}

function paintOf(isReference: boolean, colour: number): Paint {
  return isReference ? "neutral" : `series-${colour % SERIES_COLOURS}`;
}

function isDashed(isReference: boolean, colour: number): boolean {
  return !isReference && dashesOf(colour).length > 0;
}

interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  readonly notation: ReadersNotation;
}

function optionsOf(chart: LineChart, { width, height, theme, notation }: PlotOptions): uPlot.Options {
  const colour = (paint: Paint): string => colourOf(paint)[theme];
  const axis = {
    stroke: colour("muted"),
    font: '12px system-ui, -apple-system, "Segoe UI", sans-serif',
    grid: { stroke: colour("grid"), width: 1 },
    ticks: { show: false },
    gap: 6,
  };
  const yTicksWanted = (height - AXIS_HEIGHT) / PIXELS_PER_Y_TICK;
  const scaleWithin = (low: number, high: number): Scale =>
    scaleOf(chart.y, extentOf([low, high], baselineOf(chart)), yTicksWanted, notation);
  const yTicks = (low: number, high: number) =>
    scaleOf(chart.y, { low, high }, yTicksWanted, notation).ticks
      .filter(({ value }) => value >= low && value <= high);
  const xTicks = (low: number, high: number, across: number) =>
    scaleOf(chart.x, { low, high }, xTicksWanted(across - AXIS_WIDTH), notation).ticks;
  return {
    width,
    height,
    padding: [8, BESIDE_PLOT, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
    },
    scales: {
      x: { time: false },
      y: {
        distr: chart.y.isLogarithmic ? 3 : 1,
        range: (_plot, low, high) => {
          const scale = scaleWithin(low ?? 0, high ?? 1);
          return [scale.low, scale.high];
        },
      },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        splits: (plot, _index, low, high) => xTicks(low, high, plot.width).map(({ value }) => value),
        values: ({ scales: { x }, width: across }) => {
          const low = x?.min ?? 0, high = x?.max ?? 1, length = across - AXIS_WIDTH - BESIDE_PLOT;
          return [...labelsThatFit(xTicks(low, high, across), { low, high, length, beyond: BESIDE_PLOT })];
        },
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        splits: (_plot, _index, low, high) => yTicks(low, high).map(({ value }) => value),
        values: ({ scales: { y } }) => yTicks(y?.min ?? 0, y?.max ?? 1).map(({ label }) => label),
      },
    ],
    series: [
      {},
      ...chart.series.map(({ name, isReference, colour: index }, place): uPlot.Series => ({
        label: name,
        stroke: colour(paintOf(isReference, index ?? place)),
        width: isReference ? 1.5 : 1.75,
        dash: isReference ? [] : [...dashesOf(index ?? place)],
        ...chart.kind === "area" ? { fill: `${colour(paintOf(isReference, index ?? place))}2e` } : {},
        points: { show: false },
      })),
    ],
  };
}

/** Returns the values that the y axis always has: the baseline, where the axis can show it. */
function baselineOf({ baseline = 0, y: { isLogarithmic = false } }: LineChart): readonly number[] {
  return isLogarithmic && baseline <= 0 ? [] : [baseline];
}

/** Returns what uPlot tells: the date pointed at, and the stretch that the reader drew. */
function hooksOf(heard: () => Pick<LinePlotProps, "onPoint" | "onRange">, count: number): uPlot.Hooks.Arrays {
  return {
    setCursor: [({ cursor }) => heard().onPoint(cursor.idx ?? null)],
    setSelect: [(plot) => {
      const { left, width } = plot.select;
      if (width < SHORTEST_DRAG) return;
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      heard().onRange(widened({ from: plot.posToIdx(left), to: plot.posToIdx(left + width) }, count));
    }],
  };
}

/** Width in pixels from which on a stretch that is drawn counts, because a hand may tremble in a click. */
const SHORTEST_DRAG = 6;
