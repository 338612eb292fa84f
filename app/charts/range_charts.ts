import type { PreflightRanges, Shares } from "./documents.ts";
import { drawRanges, type RangeChart, type RangeRow } from "./draw_ranges.ts";
import type { ChartTable, InteractiveChart } from "./interactive_chart.ts";
import { READERS_NOTATION } from "./readers_notation.ts";

/** Describes the ranges that the rules of a request allow, a chart for each kind of them that there is. */
export function rangeCharts(
  { assets, groups, linear, factors, return: earned, volatility }: PreflightRanges,
  held: Shares | null,
): readonly RangeChart[] {
  const rowsOf = (ranges: PreflightRanges["assets"], marks: Shares | null): readonly RangeRow[] =>
    Object.entries(ranges).map(([name, { min, max, exact }]) => ({
      name,
      low: min,
      high: max,
      isExact: exact,
      mark: marks === null ? null : marks[name] ?? 0,
    }));
  const shares = { format: "percent", label: "Share of the portfolio" } as const;
  const annual: readonly RangeRow[] = [
    ...earned === null ? [] : rowsOf({ "Expected return": earned }, null),
    ...volatility === null ? [] : [{
      name: "Volatility",
      low: volatility.min,
      high: volatility.max[1],
      isExact: volatility.exact,
      mark: null,
    }],
  ];
  const described: readonly Omit<RangeChart, "subtitle" | "markName">[] = [
    { title: "Weights that the rules allow", value: shares, rows: rowsOf(assets, held) },
    { title: "Sums of groups that the rules allow", value: shares, rows: rowsOf(groups, null) },
    { title: "Linear rules", value: { format: "number", label: null }, rows: rowsOf(linear, null) },
    { title: "Exposures to factors", value: { format: "number", label: null }, rows: rowsOf(factors, null) },
    { title: "Return and volatility within the rules", value: { format: "percent", label: "Annual" }, rows: annual },
  ];
  return described.filter(({ rows }) => rows.length > 0).map((chart) => ({
    ...chart,
    subtitle: null,
    markName: "Held now",
  }));
}

/** Makes a chart of ranges one that a reader can point at; of many rows the first `rowsAtMost` are drawn. */
export function pointedRanges(chart: RangeChart, rowsAtMost: number): InteractiveChart {
  const shown = { ...chart, rows: chart.rows.slice(0, rowsAtMost) };
  return {
    title: chart.title,
    subtitle: chart.subtitle,
    notation: READERS_NOTATION,
    hideable: [],
    draw: (size) => drawRanges(shown, { ...size, notation: READERS_NOTATION }),
    readingAt({ index }, { legend }) {
      const row = shown.rows[index];
      if (row === undefined) return { heading: "", lines: [] };
      const { format } = chart.value;
      const look = legend.find(({ name }) => name === chart.markName) ?? null;
      return {
        heading: row.name,
        lines: [
          { name: row.isExact ? "Least" : "Not below", values: [row.low ?? NaN], format, look: null },
          { name: row.isExact ? "Most" : "Not above", values: [row.high ?? NaN], format, look: null },
          ...row.mark === null ? [] : [{ name: chart.markName, values: [row.mark], format, look }],
        ],
      };
    },
    table: () => tableOf(chart),
  };
}

function tableOf({ rows, value: { format }, markName }: RangeChart): ChartTable {
  const hasMarks = rows.some(({ mark }) => mark !== null);
  return {
    columns: [
      { name: "Name", format: "text" },
      { name: "Least", format },
      { name: "Most", format },
      { name: "Both reached", format: "text" },
      ...hasMarks ? [{ name: markName, format }] : [],
    ],
    rows: rows.map(({ name, low, high, isExact, mark }) => [
      name,
      low,
      high,
      isExact ? "yes" : "no",
      ...hasMarks ? [mark] : [],
    ]),
  };
}
