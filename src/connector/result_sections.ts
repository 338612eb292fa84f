import type { BacktestRead, ResultRead } from "./result_read.ts";
import type { Cell, Table } from "./table.ts";
import { markedName, quoted } from "./text_of_account.ts";

/** Metrics by which a summary compares methods; the section metrics has all of them. */
export const KEY_METRICS = [
  "annual_return",
  "annual_volatility",
  "sharpe_ratio",
  "max_drawdown",
  "conditional_value_at_risk",
  "effective_number_of_assets",
] as const;

/** Sections of the result of a run, each a table, in the order in which they are named to assistants. */
export const SECTIONS = {
  summary: summaryOf,
  weights: weightsOf,
  metrics: metricsOf,
  rules: rulesOf,
  allocation: allocationOf,
  assets: assetsOf,
  frontier: frontierOf,
  doubts: doubtsOf,
} as const satisfies Readonly<Record<string, (result: ResultRead) => Table>>;

export type Section = keyof typeof SECTIONS | "backtest";
export const SECTION_NAMES = [
  "summary",
  "weights",
  "metrics",
  "rules",
  "allocation",
  "assets",
  "frontier",
  "doubts",
  "backtest",
] as const;

function summaryOf({ methods, benchmark }: ResultRead): Table {
  const columns = ["method", "status", "objective", "value", ...KEY_METRICS];
  const rows: Cell[][] = methods.map(({ key, status, objective, metrics }) => [
    key,
    status,
    objective?.name ?? null,
    objective?.value ?? null,
    ...KEY_METRICS.map((name) => metrics?.[name] ?? null),
  ]);
  if (benchmark !== null) {
    rows.push([benchmark.id, "benchmark", null, null, ...KEY_METRICS.map((name) => benchmark.metrics?.[name] ?? null)]);
  }
  return { columns, rows };
}

/** Weights that are not 0, the largest of the first method first. */
function weightsOf({ methods }: ResultRead): Table {
  const solved = methods.filter(({ weights }) => weights !== null);
  const assets = [...new Set(solved.flatMap(({ weights }) => Object.keys(weights ?? {})))];
  const rows = assets.map((asset) =>
    [markedName(asset), ...solved.map(({ weights }) => weights?.[asset] ?? 0)] as const
  )
    .filter(([, ...weights]) => weights.some((weight) => weight !== 0))
    .toSorted((a, b) => Math.abs(Number(b[1])) - Math.abs(Number(a[1])));
  return { columns: ["asset", ...solved.map(({ key }) => key)], rows };
}

function metricsOf({ methods, benchmark }: ResultRead): Table {
  return byMetric([
    ...methods.map(({ key, metrics }) => [key, metrics ?? {}] as const),
    ...benchmark === null ? [] : [[benchmark.id, benchmark.metrics ?? {}] as const],
  ]);
}

function rulesOf({ methods }: ResultRead): Table {
  const columns = ["method", "family", "rule", "value", "min", "max", "slack", "binding", "shadow_price"];
  const rows = methods.flatMap(({ key, constraint_report }) =>
    (constraint_report ?? []).map(({ family, rule, value, min, max, slack, binding, shadow_price }) => [
      ...[key, family, rule, value, min, max, slack],
      binding ? "yes" : "no",
      shadow_price,
    ])
  );
  return { columns, rows };
}

function allocationOf({ methods }: ResultRead): Table {
  const rows = methods.flatMap(({ key, allocation }) =>
    allocation === null ? [] : [
      ...Object.entries(allocation.shares).filter(([, shares]) => shares !== 0).map((
        [asset, shares],
      ) => [key, markedName(asset), shares]),
      [key, "invested", allocation.invested],
      [key, "cash", allocation.cash],
    ]
  );
  return { columns: ["method", "asset", "shares"], rows };
}

function assetsOf({ assets }: ResultRead): Table {
  const shown = ["annual_return", "annual_volatility", "sharpe_ratio", "max_drawdown"];
  const rows = Object.entries(assets).map((
    [asset, metrics],
  ) => [markedName(asset), ...shown.map((name) => metrics[name] ?? null)]);
  return { columns: ["asset", ...shown], rows };
}

function frontierOf({ efficient_frontier: frontier }: ResultRead): Table {
  const rows = frontier?.points.map(({ return: annual, volatility, risk }) => [annual, volatility, risk]) ?? [];
  return { columns: ["return", "volatility", frontier?.measure ?? "risk"], rows };
}

function doubtsOf({ data }: ResultRead): Table {
  return {
    columns: ["severity", "doubt"],
    rows: (data?.doubts ?? []).map(({ severity, detail }) => [severity, detail]),
  };
}

/** Returns the figures of a backtest as a table of metrics by method. */
export function backtestTable({ methods, benchmark }: BacktestRead): Table {
  return byMetric([
    ...methods.map(({ key, metrics }) => [key, metrics] as const),
    ...benchmark === null ? [] : [[benchmark.id, benchmark.metrics] as const],
  ]);
}

function byMetric(series: readonly (readonly [string, Readonly<Record<string, number | null>>])[]): Table {
  const names = [...new Set(series.flatMap(([, metrics]) => Object.keys(metrics)))];
  const rows = names.map((name) => [name, ...series.map(([, metrics]) => metrics[name] ?? null)]);
  return { columns: ["metric", ...series.map(([key]) => key)], rows };
}

/** Returns the figures of a simulation as a table of names and values; nested names are joined by dots. */
export function simulationTable(summary: unknown): Table {
  return { columns: ["figure", "value"], rows: leavesOf(summary, "") };
}

function leavesOf(value: unknown, name: string): readonly (readonly Cell[])[] {
  if (Array.isArray(value)) return [];
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, name === "" ? key : `${name}.${key}`));
  }
  if (typeof value === "string") return [[wordOf(name), wordOf(value)]];
  return typeof value === "number" || value === null ? [[wordOf(name), value]] : [];
}

/** Returns a word of the figures of a simulation, marked unless it has the form of those of the service. */
function wordOf(text: string): string {
  return /^[a-z0-9_.]{1,60}$/.test(text) ? text : quoted(text);
}
