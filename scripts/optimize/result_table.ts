import type { Frequency } from "../../src/domain/frequency.ts";
import type { MethodResult, OptimizationResult } from "../../src/documents/run_result.ts";

const MOST_ASSETS = 25;
/**
 * Smallest absolute weight that the table of results shows as a number. Percentages are rounded to two decimals, so
 * that smaller weights would show as zero; they show as a dot.
 */
const LEAST_SHOWN = 5e-5;

const PERIOD: Readonly<Record<Frequency, string>> = {
  daily: "a day",
  weekly: "a week",
  monthly: "a month",
  yearly: "a year",
};

const metricRows = (frequency: Frequency): readonly MetricRow[] => [
  { id: "annual_return", title: "annual return", isPercent: true },
  { id: "annual_volatility", title: "annual volatility", isPercent: true },
  { id: "sharpe_ratio", title: "Sharpe ratio", isPercent: false },
  { id: "sortino_ratio", title: "Sortino ratio", isPercent: false },
  { id: "max_drawdown", title: "max drawdown", isPercent: true },
  { id: "conditional_value_at_risk", title: `CVaR 95 %, ${PERIOD[frequency]}`, isPercent: true },
  { id: "turnover", title: "turnover", isPercent: true },
];

interface MetricRow {
  readonly id: string;
  readonly title: string;
  readonly isPercent: boolean;
}

/**
 * Type of what a table of results needs to know: its width in characters, and the period of returns and the risk-free
 * rate on which its figures are based.
 */
export interface TableBasis {
  readonly width: number;
  readonly frequency: Frequency;
  /** Annual risk-free rate of the figures in the table, as a fraction. */
  readonly riskFreeRate: number;
}

/**
 * Returns a text table of the weights and main metrics of every method and of the benchmark, in blocks that fit the
 * width. The last line names the risk-free rate.
 */
export function resultTable(
  { methods, benchmark }: Pick<OptimizationResult, "methods" | "benchmark">,
  { width, frequency, riskFreeRate }: TableBasis,
): string {
  const assets = heldAssets(methods);
  const metrics = metricRows(frequency);
  const labels = [...assets.map(({ id }) => id), ...metrics.map(({ title }) => title), "proven optimal"];
  const labelWidth = Math.max(...labels.map((label) => label.length));
  const columns = [...methods.map(columnOf), ...benchmark === null ? [] : [benchmarkColumn(benchmark)]];
  return blocksOf(columns, width - labelWidth)
    .map((columns) => block(columns, { assets, metrics, labelWidth }))
    .join("\n") + `\nrisk-free rate ${percent(riskFreeRate)} a year, returns before costs\n`;
}

interface Column {
  readonly title: string;
  readonly status: string;
  readonly weights: Readonly<Record<string, number>> | null;
  readonly metrics: MethodResult["metrics"];
  readonly isProven: boolean | null;
}

function columnOf({ key, status, weights, metrics, certificate }: MethodResult): Column {
  return { title: key, status, weights, metrics, isProven: certificate && certificate.proven_optimal };
}

function benchmarkColumn({ id, metrics }: NonNullable<OptimizationResult["benchmark"]>): Column {
  return { title: id, status: "benchmark", weights: null, metrics, isProven: null };
}

interface HeldAsset {
  readonly id: string;
  readonly total: number;
}

/** Returns the assets that any method holds, largest average weight first. */
function heldAssets(methods: readonly MethodResult[]): readonly HeldAsset[] {
  const totals = new Map<string, number>();
  for (const { weights } of methods) {
    for (const [id, weight] of Object.entries(weights ?? {})) {
      if (Math.abs(weight) >= LEAST_SHOWN) totals.set(id, (totals.get(id) ?? 0) + weight);
    }
  }
  return [...totals].map(([id, total]) => ({ id, total })).sort((a, b) => b.total - a.total);
}

const columnWidth = ({ title, status }: Column): number => Math.max(title.length, status.length, 8) + 2;

function blocksOf(columns: readonly Column[], width: number): readonly (readonly Column[])[] {
  const blocks: Column[][] = [];
  let left = 0;
  for (const column of columns) {
    const block = blocks.at(-1);
    if (block === undefined || columnWidth(column) > left) {
      blocks.push([column]);
      left = width;
    } else block.push(column);
    left -= columnWidth(column);
  }
  return blocks;
}

function block(
  columns: readonly Column[],
  { assets, metrics: rows, labelWidth }: {
    assets: readonly HeldAsset[];
    metrics: readonly MetricRow[];
    labelWidth: number;
  },
): string {
  const line = (label: string, cell: (column: Column) => string): string =>
    (label.padEnd(labelWidth) + columns.map((column) => cell(column).padStart(columnWidth(column))).join("")).trimEnd();
  const rest = assets.length - MOST_ASSETS;
  const lines = [
    line("", ({ title }) => title),
    line("", ({ status }) => status),
    ...assets.slice(0, MOST_ASSETS).map(({ id }) => line(id, ({ weights }) => weightCell(weights?.[id]))),
    ...rest > 0 ? [`… and ${rest} more`] : [],
    "",
    ...rows.map(({ id, title, isPercent }) => line(title, ({ metrics }) => metricCell(metrics?.[id], isPercent))),
    line("proven optimal", ({ isProven }) => isProven === null ? "-" : isProven ? "yes" : "no"),
  ];
  return lines.join("\n") + "\n";
}

function weightCell(weight: number | undefined): string {
  if (weight === undefined) return "-";
  return Math.abs(weight) < LEAST_SHOWN ? "." : percent(weight);
}

function metricCell(value: number | null | undefined, isPercent: boolean): string {
  if (value === null || value === undefined) return "-";
  return isPercent ? percent(value) : value.toFixed(2);
}

function percent(value: number): string {
  return `${(100 * value).toFixed(2)} %`;
}
