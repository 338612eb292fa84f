import type { MethodResult, OptimizationResult } from "../../src/documents/run_result.ts";

const MOST_ASSETS = 25;
/** Rounded to a hundredth of a percent, less than half of it is shown as nothing. */
const LEAST_SHOWN = 5e-5;

const METRICS: readonly { readonly id: string; readonly title: string; readonly isPercent: boolean }[] = [
  { id: "annual_return", title: "annual return", isPercent: true },
  { id: "annual_volatility", title: "annual volatility", isPercent: true },
  { id: "sharpe_ratio", title: "Sharpe ratio", isPercent: false },
  { id: "sortino_ratio", title: "Sortino ratio", isPercent: false },
  { id: "max_drawdown", title: "max drawdown", isPercent: true },
  { id: "conditional_value_at_risk", title: "CVaR 95 %, a period", isPercent: true },
  { id: "turnover", title: "turnover", isPercent: true },
];

/** The weights and main metrics of every method as text, in blocks as wide as `width` takes. */
export function resultTable(result: Pick<OptimizationResult, "methods">, width: number): string {
  const assets = heldAssets(result.methods);
  const labels = [...assets.map(({ id }) => id), ...METRICS.map(({ title }) => title), "proven optimal"];
  const labelWidth = Math.max(...labels.map((label) => label.length));
  return blocksOf(result.methods, width - labelWidth)
    .map((methods) => block(methods, { assets, labelWidth }))
    .join("\n");
}

interface HeldAsset {
  readonly id: string;
  readonly total: number;
}

/** Assets that a method holds, the largest on average first. */
function heldAssets(methods: readonly MethodResult[]): readonly HeldAsset[] {
  const totals = new Map<string, number>();
  for (const { weights } of methods) {
    for (const [id, weight] of Object.entries(weights ?? {})) {
      if (Math.abs(weight) >= LEAST_SHOWN) totals.set(id, (totals.get(id) ?? 0) + weight);
    }
  }
  return [...totals].map(([id, total]) => ({ id, total })).sort((a, b) => b.total - a.total);
}

const columnWidth = ({ key, status }: MethodResult): number => Math.max(key.length, status.length, 8) + 2;

function blocksOf(methods: readonly MethodResult[], width: number): readonly (readonly MethodResult[])[] {
  const blocks: MethodResult[][] = [];
  let left = 0;
  for (const method of methods) {
    if (blocks.length === 0 || columnWidth(method) > left) {
      blocks.push([]);
      left = width;
    }
    blocks[blocks.length - 1].push(method);
    left -= columnWidth(method);
  }
  return blocks;
}

function block(
  methods: readonly MethodResult[],
  { assets, labelWidth }: { assets: readonly HeldAsset[]; labelWidth: number },
): string {
  const line = (label: string, cell: (method: MethodResult) => string): string =>
    (label.padEnd(labelWidth) + methods.map((method) => cell(method).padStart(columnWidth(method))).join("")).trimEnd();
  const rest = assets.length - MOST_ASSETS;
  const lines = [
    line("", ({ key }) => key),
    line("", ({ status }) => status),
    ...assets.slice(0, MOST_ASSETS).map(({ id }) => line(id, ({ weights }) => weightCell(weights?.[id]))),
    ...rest > 0 ? [`… and ${rest} more`] : [],
    "",
    ...METRICS.map(({ id, title, isPercent }) => line(title, ({ metrics }) => metricCell(metrics?.[id], isPercent))),
    line("proven optimal", ({ certificate }) => certificate === null ? "-" : certificate.proven_optimal ? "yes" : "no"),
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
