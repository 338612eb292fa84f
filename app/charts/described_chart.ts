import type {
  Axis,
  BandChart,
  BarChart,
  ChartDescription,
  HistogramChart,
  LineChart,
  ScatterChart,
  StackChart,
} from "../../src/reports/charts/chart_description.ts";
import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import type { Drawing, LegendItem, Spot } from "../../src/reports/charts/drawing.ts";
import type { ValueFormat } from "./full_digits.ts";
import type { ChartTable, InteractiveChart, Reading, ReadingLine } from "./interactive_chart.ts";
import { READERS_NOTATION, type ReadersNotation } from "./readers_notation.ts";

/** Chart descriptions of the reports that a reader of the page can point at. */
export type PointedDescription = BarChart | StackChart | BandChart | HistogramChart | ScatterChart;

export interface DescribedChartOptions {
  /** Returns the figures of the chart; those of its description if absent. */
  readonly table?: () => ChartTable;
  /** Notation of the chart, by which it was described; that of charts without amounts of money if absent. */
  readonly notation?: ReadersNotation;
}

/** Makes a chart of the reports one that a reader can point at. */
export function describedChart(
  chart: PointedDescription,
  { table = () => tableOf(chart), notation = READERS_NOTATION }: DescribedChartOptions = {},
): InteractiveChart {
  const fixed = inFixedColours(chart);
  return {
    title: chart.title,
    subtitle: chart.subtitle,
    notation,
    hideable: hideableOf(chart),
    draw: (size, hidden) => drawChart(withoutSeries(fixed, hidden), { ...size, notation }),
    readingAt: (spot, drawing, hidden) =>
      readingOf(withoutSeries(fixed, hidden), spot, { legend: drawing.legend, notation }),
    table,
  };
}

function hideableOf(chart: PointedDescription): readonly string[] {
  if (chart.kind === "histogram") return [];
  const series: readonly { readonly name: string }[] = chart.kind === "bands" ? chart.lines : chart.series;
  return series.length < 2 ? [] : [...new Set(series.map(({ name }) => name))];
}

/** Gives every series the colour of its place, so that it keeps it when others are hidden. */
export function inFixedColours<Chart extends ChartDescription>(chart: Chart): Chart;
export function inFixedColours(chart: ChartDescription): ChartDescription {
  switch (chart.kind) {
    case "bar":
      return { ...chart, series: chart.series.map((one, place) => ({ colour: place, ...one })) };
    case "stack":
      return { ...chart, series: chart.series.map((one, place) => ({ colour: place, ...one })) };
    case "line":
    case "area":
      return { ...chart, series: chart.series.map((one, place) => ({ colour: place, ...one })) };
    case "scatter": {
      let place = 0;
      const series = chart.series.map((one) => one.mark === "points" ? { colour: place++, ...one } : one);
      return { ...chart, series };
    }
    default:
      return chart;
  }
}

/** Returns a chart without the series of some names. */
export function withoutSeries<Chart extends ChartDescription>(chart: Chart, hidden: ReadonlySet<string>): Chart;
export function withoutSeries(chart: ChartDescription, hidden: ReadonlySet<string>): ChartDescription {
  if (hidden.size === 0) return chart;
  const isShown = ({ name }: { readonly name: string }): boolean => !hidden.has(name);
  switch (chart.kind) {
    case "bar":
      return { ...chart, series: chart.series.filter(isShown) };
    case "stack":
      return { ...chart, series: chart.series.filter(isShown) };
    case "line":
    case "area":
      return { ...chart, series: chart.series.filter(isShown) };
    case "scatter":
      return { ...chart, series: chart.series.filter(isShown) };
    case "bands":
      return { ...chart, lines: chart.lines.filter(isShown) };
    default:
      return chart;
  }
}

interface ReadingOptions {
  readonly legend: readonly LegendItem[];
  readonly notation: ReadersNotation;
}

/** Returns what a chart shows at one of its spots. */
function readingOf(chart: PointedDescription, spot: Spot, { legend, notation: { full } }: ReadingOptions): Reading {
  const looks = new Map(legend.map((item) => [item.name, item]));
  const lineOf = (name: string, values: readonly number[], format: ValueFormat): ReadingLine => ({
    name,
    values,
    format,
    look: looks.get(name) ?? null,
  });
  const write: Writers = { lineOf, full };
  switch (chart.kind) {
    case "bar":
      return readingOfBars(chart, spot, write);
    case "stack":
      return readingOfStack(chart, spot, write);
    case "bands":
      return readingOfBands(chart, spot, write);
    case "histogram":
      return readingOfBar(chart, spot, write);
    case "scatter":
      return readingOfPoint(chart, spot, write);
  }
}

interface Writers extends Pick<ReadersNotation, "full"> {
  readonly lineOf: (name: string, values: readonly number[], format: ValueFormat) => ReadingLine;
}

function readingOfBars({ categories, series, value }: BarChart, { index }: Spot, { lineOf }: Writers): Reading {
  const lines = series.map(({ name, values }) => lineOf(name, [values[index] ?? NaN], value.format));
  return { heading: categories[index] ?? "", lines: lines.filter(hasValue) };
}

function readingOfStack({ edges, series, x, y }: StackChart, { index }: Spot, { lineOf, full }: Writers): Reading {
  const lines = series.map(({ name, values }) => lineOf(name, [values[index] ?? NaN], y.format));
  return {
    heading: `${full(edges[index] ?? NaN, x.format)} to ${full(edges[index + 1] ?? NaN, x.format)}`,
    lines: lines.filter(({ values: [value] }) => Number.isFinite(value) && value !== 0)
      .sort((a, b) => Math.abs(b.values[0] ?? 0) - Math.abs(a.values[0] ?? 0)),
  };
}

function readingOfBands({ bands, lines, x, y }: BandChart, { index }: Spot, { lineOf, full }: Writers): Reading {
  const at = bands[0]?.points[index]?.x ?? lines[0]?.points[index]?.x ?? NaN;
  const named = lines.filter(({ role }) => role !== "example");
  return {
    heading: headingOf(at, x, full),
    lines: [
      ...named.map(({ name, points }) => lineOf(name, [points[index]?.y ?? NaN], y.format)),
      ...bands.toReversed().map(({ name, points }) =>
        lineOf(name, [points[index]?.low ?? NaN, points[index]?.high ?? NaN], y.format)
      ),
    ].filter(hasValue),
  };
}

function readingOfBar(
  { edges, values, divide, x, y }: HistogramChart,
  { index }: Spot,
  { lineOf, full }: Writers,
): Reading {
  const [low, high] = [edges[index] ?? NaN, edges[index + 1] ?? NaN];
  const side = divide === null ? "" : high <= divide.at ? divide.below : low >= divide.at ? divide.above : "";
  return {
    heading: `${full(low, x.format)} to ${full(high, x.format)}`,
    lines: [{ ...lineOf(side, [values[index] ?? NaN], y.format), name: y.label ?? "" }],
  };
}

function readingOfPoint({ series, x, y }: ScatterChart, { series: at, index }: Spot, { lineOf }: Writers): Reading {
  const one = series[at ?? 0], point = one?.points[index];
  if (one === undefined || point === undefined) return { heading: "", lines: [] };
  const { look } = lineOf(one.name, [], "number");
  return {
    heading: point.label ?? one.name,
    lines: [
      { name: y.label ?? "y", values: [point.y], format: y.format, look },
      { name: x.label ?? "x", values: [point.x], format: x.format, look: null },
    ],
  };
}

function hasValue({ values }: ReadingLine): boolean {
  return values.some(Number.isFinite);
}

/** Writes a value of an axis with the unit that its label names: "3.5 Years" as "Years 3.5". */
function headingOf(value: number, { label, format }: Axis, full: ReadersNotation["full"]): string {
  const written = full(Number(value.toPrecision(6)), format);
  return label === null ? written : `${label} ${written}`;
}

/** Returns the figures of a chart as a table. */
export function tableOf(chart: PointedDescription | LineChart): ChartTable {
  switch (chart.kind) {
    case "bar":
      return {
        columns: [text("Name"), ...chart.series.map(({ name }) => ({ name, format: chart.value.format }))],
        rows: chart.categories.map((category, index) => [category, ...at(chart.series, index)]),
      };
    case "stack":
      return {
        columns: [
          { name: "From", format: chart.x.format },
          { name: "To", format: chart.x.format },
          ...chart.series.map(({ name }) => ({ name, format: chart.y.format })),
        ],
        rows: chart.edges.slice(1).map((end, index) => [chart.edges[index] ?? null, end, ...at(chart.series, index)]),
      };
    case "bands":
      return tableOfBands(chart);
    case "histogram":
      return {
        columns: [
          { name: "From", format: chart.x.format },
          { name: "To", format: chart.x.format },
          { name: chart.y.label ?? "Share", format: chart.y.format },
        ],
        rows: chart.values.map((value, index) => [chart.edges[index] ?? null, chart.edges[index + 1] ?? null, value]),
      };
    case "scatter":
      return {
        columns: [
          text("Series"),
          text("Name"),
          { name: chart.x.label ?? "x", format: chart.x.format },
          { name: chart.y.label ?? "y", format: chart.y.format },
        ],
        rows: chart.series.flatMap(({ name, points }) =>
          points.map(({ label, x, y }) => [name, label ?? "", finite(x), finite(y)])
        ),
      };
    case "line":
    case "area":
      return {
        columns: [
          { name: chart.x.label ?? "Date", format: chart.x.format },
          ...chart.series.map(({ name }) => ({ name, format: chart.y.format })),
        ],
        rows: (chart.series[0]?.points ?? []).map(({ x }, index) => [
          x,
          ...chart.series.map(({ points }) => finite(points[index]?.y)),
        ]),
      };
  }
}

function tableOfBands({ bands, lines, x, y }: BandChart): ChartTable {
  const named = lines.filter(({ role }) => role !== "example");
  const points = bands[0]?.points ?? named[0]?.points ?? [];
  return {
    columns: [
      { name: x.label ?? "x", format: x.format },
      ...named.map(({ name }) => ({ name, format: y.format })),
      ...bands.flatMap(({ name }) => ["low", "high"].map((end) => ({ name: `${name}, ${end}`, format: y.format }))),
    ],
    rows: points.map((point, index) => [
      point.x,
      ...named.map((line) => finite(line.points[index]?.y)),
      ...bands.flatMap((band) => [finite(band.points[index]?.low), finite(band.points[index]?.high)]),
    ]),
  };
}

function text(name: string): ChartTable["columns"][number] {
  return { name, format: "text" };
}

function at(series: readonly { readonly values: readonly number[] }[], index: number): readonly (number | null)[] {
  return series.map(({ values }) => finite(values[index]));
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** Returns the look of each series of a drawing by its name. */
export function looksOf({ legend }: Drawing): ReadonlyMap<string, LegendItem> {
  return new Map(legend.map((item) => [item.name, item]));
}
