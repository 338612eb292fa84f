import type { Doubt } from "../domain/doubt.ts";
import type { MethodFigures, RunFigures } from "../domain/run_figures.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { BacktestSection } from "./backtest_section.ts";
import type { Figures, Metrics } from "./figures.ts";
import type { AssetsOfResult, RunResult } from "./run_result.ts";

/** Returns the figures of a run that the dashboard needs, taken from the run's result and its rolling backtest. */
export function figuresOfRun(
  { market, data, methods, estimates }: Pick<RunResult, "market" | "data" | "methods"> & AssetsOfResult,
  section: Pick<BacktestSection, "methods"> | null,
): RunFigures {
  const answered = methods.flatMap(({ weights, ...method }) => weights === null ? [] : [{ ...method, weights }]);
  const isListed = market !== "CUSTOM" && data !== null && data.source !== "sample";
  return {
    methods: answered.map(methodFigures),
    assets: estimates.covariance.assets.map((asset) => {
      const held = answered.map(({ weights }) => weights[asset] ?? 0);
      return [asset, held.reduce((sum, weight) => sum + weight, 0), held.filter((weight) => weight !== 0).length];
    }),
    lastDay: isListed ? data.end_date : null,
    walkForward: section?.methods.map(({ method, key, metrics }) => ({
      method,
      key,
      sharpeRatio: metrics.sharpe_ratio ?? null,
    })) ?? [],
    ...doubtFigures(data?.doubts ?? []),
  };
}

function doubtFigures(doubts: readonly Doubt[]): Pick<RunFigures, "doubts"> {
  const serious = doubts.filter(({ severity }) => severity !== "note"), [first] = serious;
  if (first === undefined) return {};
  const { code, severity, detail } = first;
  return { doubts: { code, severity, detail, count: serious.length } };
}

function methodFigures(
  { method, key, weights, metrics }: {
    readonly method: string;
    readonly key: string;
    readonly weights: Figures;
    readonly metrics: Metrics | null;
  },
): MethodFigures {
  let [largest, squares] = [{ asset: "", weight: -Infinity }, 0];
  for (const [asset, weight] of Object.entries(weights)) {
    squares += weight ** 2;
    if (weight > largest.weight) largest = { asset, weight };
  }
  const metric = (name: keyof MethodFigures["metrics"]): number | null => metrics?.[name] ?? null;
  return {
    method,
    key,
    isFormula: METHODS.get(method)?.group === "naive",
    metrics: {
      sharpe_ratio: metric("sharpe_ratio"),
      sortino_ratio: metric("sortino_ratio"),
      calmar_ratio: metric("calmar_ratio"),
      annual_return: metric("annual_return"),
      annual_volatility: metric("annual_volatility"),
      max_drawdown: metric("max_drawdown"),
      conditional_value_at_risk: metric("conditional_value_at_risk"),
    },
    largest,
    effectiveAssets: squares === 0 ? 0 : 1 / squares,
  };
}
