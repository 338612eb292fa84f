import type { BacktestSection } from "../../documents/backtest_section.ts";
import type {
  AssetsOfResult,
  Curve,
  FrontierPointResult,
  MethodResult,
  OptimizationResult,
} from "../../documents/run_result.ts";
import { backtestSheets } from "./backtest_sheets.ts";
import { doubtSheet } from "./doubt_sheet.ts";
import { metricFigure } from "./metric_figure.ts";
import { returnsByPeriod } from "./returns_by_period.ts";
import { type Cell, count, type Figure, percent, plain, type Sheet } from "./sheet.ts";
import { type Column, titledSheet } from "./titled_sheet.ts";

/** Type of the result of a run without its backtest and simulation: the part that the run's spreadsheet contains. */
export type TabledResult =
  & Omit<OptimizationResult, "estimates" | "rolling_backtest" | "monte_carlo">
  & AssetsOfResult;

/**
 * Builds the spreadsheet of a run, one sheet for each part of the result and of a backtest within the run; missing
 * parts have no sheet. The content does not depend on the id of the run.
 */
export function runSheets(result: TabledResult, section: BacktestSection | null): readonly Sheet[] {
  const sheets = [
    titledSheet("Run", factsOf(result), [["Of the run", ([name]) => name], ["", ([, cell]) => cell]]),
    doubtSheet(result.data?.doubts ?? []),
    methodSheet(result.methods),
    titledSheet("Weights", result.estimates.covariance.assets, [
      ["Asset", (asset) => asset],
      ...result.methods.map(({ key, weights }): Column<string> => [key, (asset) => percent(weights?.[asset])]),
    ]),
    contributionSheet(result),
    metricSheet(result),
    assetSheet(result.assets),
    frontierSheet(result),
    ruleSheet(result.methods),
    curveSheet(result),
    ...periodSheets(result),
    allocationSheet(result.methods),
  ];
  return [...sheets.filter((sheet) => sheet !== null), ...section === null ? [] : backtestSheets(section)];
}

function factsOf({ market, currency, mode, data, engine }: TabledResult): readonly (readonly [string, Cell])[] {
  const dayOf = (day: string | null): Cell => day === null ? null : { day };
  return [
    ["Market", market],
    ["Currency", currency],
    ["Mode", mode],
    ...data === null || data.digest === "" ? [] : [
      ["Source", data.source] as const,
      ...data.start_date === null ? [] : [
        ["First day", dayOf(data.start_date)] as const,
        ["Last day", dayOf(data.end_date)] as const,
      ],
      ["Frequency", data.frequency] as const,
      [data.start_date === null ? "Scenarios" : "Returns", count(data.observations)] as const,
      ["Assets", count(data.assets)] as const,
      ["Digest of the data", data.digest] as const,
    ],
    ["Seed", count(engine.seed)],
    ["Engine", engine.version],
  ];
}

function methodSheet(methods: readonly MethodResult[]): Sheet | null {
  return titledSheet("Methods", methods, [
    ["Method", ({ method }) => method],
    ["Key", ({ key }) => key],
    ["Status", ({ status }) => status],
    ["Detail", ({ detail }) => detail],
    ["Objective", ({ objective }) => objective?.name ?? null],
    ["Value", ({ objective }) => plain(objective?.value)],
    ["Solver", ({ certificate }) => certificate?.solver ?? null],
    ["Proven", ({ certificate }) => certificate === null ? null : certificate.proven_optimal ? "yes" : "no"],
    ["Primal residual", ({ certificate }) => plain(certificate?.primal_residual)],
    ["Dual residual", ({ certificate }) => plain(certificate?.dual_residual)],
    ["Duality gap", ({ certificate }) => plain(certificate?.duality_gap)],
  ]);
}

function contributionSheet({ estimates, methods }: TabledResult): Sheet | null {
  const shared = methods.filter(({ risk_contributions }) => risk_contributions !== null);
  return shared.length === 0 ? null : titledSheet("Risk contributions", estimates.covariance.assets, [
    ["Asset", (asset) => asset],
    ...shared.map(({ key, risk_contributions }): Column<string> => [
      key,
      (asset) => percent(risk_contributions?.[asset]),
    ]),
  ]);
}

function metricSheet({ methods, benchmark }: TabledResult): Sheet | null {
  const columns = [
    ...methods.map(({ key, metrics }) => ({ title: key, metrics })),
    ...benchmark === null ? [] : [{ title: `benchmark ${benchmark.id}`, metrics: benchmark.metrics }],
  ];
  const ids = [...new Set(columns.flatMap(({ metrics }) => Object.keys(metrics ?? {})))];
  return titledSheet("Metrics", ids, [
    ["Metric", (id) => id],
    ...columns.map(({ title, metrics }): Column<string> => [title, (id) => metricFigure(id, metrics?.[id])]),
  ]);
}

/** Builds the sheet of the assets' statistics, without those that no asset has. Null where no asset has any. */
function assetSheet(assets: TabledResult["assets"]): Sheet | null {
  const entries = Object.entries(assets), named = new Set(entries.flatMap(([, metrics]) => Object.keys(metrics)));
  const ids = [...named].filter((id) => entries.some(([, metrics]) => (metrics[id] ?? null) !== null));
  return ids.length === 0 ? null : titledSheet("Assets", entries, [
    ["Asset", ([asset]) => asset],
    ...ids.map((id): Column<typeof entries[number]> => [id, ([, metrics]) => metricFigure(id, metrics[id])]),
  ]);
}

function frontierSheet({ efficient_frontier: frontier, estimates }: TabledResult): Sheet | null {
  if (frontier === null) return null;
  const { points, minimum_risk, maximum_ratio, corner_portfolios, measure } = frontier;
  const corners = (corner_portfolios ?? []).map((corner) => ({ ...corner, branch: "upper" as const, risk: null }));
  const named = (name: string, point: FrontierPointResult | null) => point === null ? [] : [{ name, point }];
  const rows = [
    ...points.map((point, k) => ({ name: `point ${k + 1}${point.branch === "lower" ? ", lower half" : ""}`, point })),
    ...named("minimum risk", minimum_risk),
    ...named("maximum ratio", maximum_ratio),
    ...corners.map((point, k) => ({ name: `corner ${k + 1}`, point })),
  ];
  return titledSheet<typeof rows[number]>("Frontier", rows, [
    ["Portfolio", ({ name }) => name],
    ["Return", ({ point }) => percent(point.return)],
    ["Volatility", ({ point }) => percent(point.volatility)],
    ...measure === "volatility" ? [] : [[measure, ({ point }) => percent(point.risk)] as Column<typeof rows[number]>],
    ...estimates.covariance.assets.map((asset): Column<typeof rows[number]> => [
      asset,
      ({ point }) => percent(point.weights[asset]),
    ]),
  ]);
}

function ruleSheet(methods: readonly MethodResult[]): Sheet | null {
  const rules = methods.flatMap(({ key, constraint_report }) =>
    (constraint_report ?? []).map((rule) => ({ key, ...rule }))
  );
  return titledSheet("Constraints", rules, [
    ["Method", ({ key }) => key],
    ["Family", ({ family }) => family],
    ["Rule", ({ rule }) => rule],
    ["Value", ({ value }) => plain(value)],
    ["Min", ({ min }) => plain(min)],
    ["Max", ({ max }) => plain(max)],
    ["Slack", ({ slack }) => plain(slack)],
    ["Binding", ({ binding }) => binding ? "yes" : "no"],
    ["Shadow price", ({ shadow_price }) => plain(shadow_price)],
  ]);
}

/** Returns the curves of the methods and the benchmark with their titles, for the spreadsheet of a run. */
function curvesOf({ curves, benchmark }: TabledResult): readonly { readonly title: string; readonly curve: Curve }[] {
  if (curves === null) return [];
  return [
    ...Object.entries(curves.methods).map(([title, curve]) => ({ title, curve })),
    ...curves.benchmark === null ? [] : [{ title: `benchmark ${benchmark?.id ?? ""}`, curve: curves.benchmark }],
  ];
}

function curveSheet(result: TabledResult): Sheet | null {
  const { dates = [] } = result.curves ?? {};
  return titledSheet("Curves", [...dates.keys()], [
    ["Date", (t) => ({ day: dates[t] })],
    ...curvesOf(result).flatMap(({ title, curve }): Column<number>[] => [
      [`${title}: return`, (t) => percent(curve.cumulative_return[t])],
      [`${title}: drawdown`, (t) => percent(curve.drawdown[t])],
    ]),
  ]);
}

/** Builds the sheets of returns by calendar year and month for fixed weights; a backtest has sheets of its own. */
function periodSheets(result: TabledResult): readonly (Sheet | null)[] {
  const { dates = [] } = result.curves ?? {};
  return ([["Years", "Year", 4], ["Months", "Month", 7]] as const).map(([name, title, length]) => {
    const columns = curvesOf(result).map(({ title, curve }) => ({
      title,
      returns: returnsByPeriod(curve.cumulative_return, dates, length),
    }));
    return titledSheet(name, [...columns[0]?.returns.keys() ?? []], [
      [title, (period) => period],
      ...columns.map(({ title, returns }): Column<string> => [title, (period) => percent(returns.get(period))]),
    ]);
  });
}

function allocationSheet(methods: readonly MethodResult[]): Sheet | null {
  const rows = methods.flatMap(({ key, weights, allocation }) => {
    if (allocation === null) return [];
    const { shares, weights: held, invested, cash } = allocation, capital = invested + cash;
    return [
      ...Object.keys(shares).map((asset) => ({
        key,
        asset,
        wanted: percent(weights?.[asset]),
        held: percent(held[asset]),
        shares: plain(shares[asset]),
        amount: amountOf(Number(held[asset]) * capital),
      })),
      {
        key,
        asset: "(cash)",
        wanted: null,
        held: percent(capital === 0 ? null : cash / capital),
        shares: null,
        amount: amountOf(cash),
      },
    ];
  });
  return titledSheet<AllocatedRow>("Allocation", rows, [
    ["Method", ({ key }) => key],
    ["Asset", ({ asset }) => asset],
    ["Wanted", ({ wanted }) => wanted],
    ["Held", ({ held }) => held],
    ["Shares", ({ shares }) => shares],
    ["Amount", ({ amount }) => amount],
  ]);
}

interface AllocatedRow {
  readonly key: string;
  readonly asset: string;
  readonly wanted: Cell;
  readonly held: Cell;
  readonly shares: Cell;
  readonly amount: Cell;
}

/** Rounds an amount of money for a spreadsheet to a millionth, because further digits are only rounding errors. */
function amountOf(amount: number): Figure {
  return plain(Number(amount.toFixed(6)));
}
