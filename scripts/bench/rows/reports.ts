import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { writeFullReport } from "../../../src/reports/pdf/write_report.ts";
import { backtestOf, methodResultOf, runResultOf } from "../../../tests/support/small_results.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { weekdays } from "../weekdays.ts";

const RUNS = 3;
const DAYS = 1_250;
const REBALANCE_EVERY = 63;
const BYTES_OF_MEBIBYTE = 2 ** 20;

interface ReportShape {
  readonly assets: number;
  readonly methods: number;
  readonly hasBacktest: boolean;
  readonly mostMs: number;
  readonly mostMebibytes: number;
}

/**
 * Benchmark rows of the full report: of a run of 50 assets with a backtest, and of a run of 500 assets by 20 methods.
 */
export const reports: readonly ServiceRow[] = [
  rowOf({ assets: 50, methods: 6, hasBacktest: true, mostMs: 2_000, mostMebibytes: 1 }),
  rowOf({ assets: 500, methods: 20, hasBacktest: false, mostMs: 8_000, mostMebibytes: 5 }),
];

function rowOf(shape: ReportShape): ServiceRow {
  const backtest = shape.hasBacktest ? ", a backtest" : "";
  return {
    id: `full report, ${shape.assets} assets, ${shape.methods} methods${backtest}`,
    measure: () => measure(shape),
  };
}

async function measure(shape: ReportShape): Promise<ServiceAnswer> {
  const figures = figuresOf(shape);
  const durations: number[] = [];
  let bytes = 0;
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    bytes = (await writeFullReport(figures)).length;
    durations.push(performance.now() - began);
  }
  return {
    figures: [],
    promises: [
      { name: `least of ${RUNS}`, value: Math.min(...durations), unit: "ms", at_most: shape.mostMs },
      { name: "size", value: bytes / BYTES_OF_MEBIBYTE, unit: "MiB", at_most: shape.mostMebibytes },
    ],
  };
}

function figuresOf({ assets: count, methods: methodCount, hasBacktest }: ReportShape): Parameters<
  typeof writeFullReport
>[0] {
  const assets = Array.from({ length: count }, (_, index) => `NSE:ASSET${index}`);
  const dates = weekdays(DAYS);
  const keys = [...METHODS].slice(0, methodCount).map(({ id }) => id);
  const curves = keys.map((_, index) => curveOf(index));
  const methods = keys.map((key, method) => {
    const weights = Object.fromEntries(
      assets.map((asset, index) => [asset, (1 + (index * 7 + method) % 5) / 3 / count]),
    );
    const rules = assets.map((rule, index) => ({
      family: "weight_bounds",
      rule,
      value: weights[rule],
      min: 0,
      max: 0.2,
      slack: 0.1,
      binding: index % 3 === 0,
      shadow_price: index * 1e-4,
    }));
    return {
      ...methodResultOf(key, [0.2, 0.1, 0.7]),
      weights,
      risk_contributions: weights,
      constraint_report: rules,
    };
  });
  const section = backtestOf();
  const walked = methods.map(({ key, weights }, index) => ({
    ...section.methods[0],
    ...walkedSeries(dates, curves[index]),
    key,
    method: key,
    rebalances: dates.filter((_, day) => day % REBALANCE_EVERY === 0).map((date) => ({
      ...section.methods[0].rebalances[0],
      date,
      weights,
    })),
  }));
  return {
    name: "Bench",
    result: {
      ...runResultOf(),
      methods,
      estimates: {
        expected_returns: Object.fromEntries(assets.map((asset, index) => [asset, 1e-4 * (index % 7)])),
        covariance: {
          assets,
          matrix: assets.map((_, row) => assets.map((_, column) => row === column ? 1e-4 : 3e-5)),
          file: null,
          repair: null,
        },
      },
      curves: {
        dates,
        methods: Object.fromEntries(keys.map((key, index) => [key, curves[index]])),
        benchmark: curveOf(methodCount),
      },
      rolling_backtest: hasBacktest ? { ...section, dates, methods: walked, benchmark: null } : null,
    },
    simulations: [],
    documentation: new Map([...METHODS].map(({ id, documentation }) => [id, documentation])),
    finishedAt: "2026-01-01T00:00:00.000Z",
  };
}

/** Returns a wealth curve that swings while it grows, different for each seed, with its drawdowns. */
function curveOf(seed: number): { readonly cumulative_return: number[]; readonly drawdown: number[] } {
  const cumulative: number[] = [], drawdown: number[] = [];
  let [wealth, highest] = [1, 1];
  for (let day = 0; day < DAYS; day++) {
    wealth *= 1.0003 + 0.01 * Math.sin(12.9898 * day * (seed + 1));
    highest = Math.max(highest, wealth);
    cumulative.push(wealth - 1);
    drawdown.push(1 - wealth / highest);
  }
  return { cumulative_return: cumulative, drawdown };
}

function walkedSeries(dates: readonly string[], { cumulative_return, drawdown }: ReturnType<typeof curveOf>) {
  const periods = (digits: number): Record<string, number> =>
    Object.fromEntries(dates.map((date) => [date.slice(0, digits), 0.05]));
  return {
    equity: cumulative_return.map((gain) => 100 * (1 + gain)),
    drawdown,
    returns_by_year: periods(4),
    returns_by_month: periods(7),
    rolling: { window: 60, volatility: drawdown.map((depth) => 0.2 + depth), sharpe_ratio: drawdown },
  };
}
