import type { Figures } from "../../documents/figures.ts";
import type { OptimizationResult } from "../../documents/run_result.ts";
import type { ScatterChart, ScatterSeries } from "./chart_description.ts";

/** More labels than these would only hide the points. */
const LABELLED_ASSETS_AT_MOST = 40;

/**
 * The efficient frontier with the methods and the assets as points: annual volatility against annual return, all by the
 * run's own estimates. Null where the run has no frontier, or one without any risk.
 */
export function frontierChart({ efficient_frontier, estimates, methods }: OptimizationResult): ScatterChart | null {
  const points = efficient_frontier?.points ?? [];
  if (points.length < 2) return null;
  const riskiest = points.reduce((most, point) => point.volatility > most.volatility ? point : most);
  if (riskiest.volatility === 0) return null;
  const { annual, varianceOf, returnOf } = estimatesBy(estimates, riskiest);
  const { assets, matrix } = estimates.covariance;
  const hasLabels = assets.length <= LABELLED_ASSETS_AT_MOST;
  return {
    kind: "scatter",
    title: "Efficient frontier",
    subtitle: "By the expected returns and the covariance matrix that the run used",
    x: { format: "percent", label: "Volatility, annual" },
    y: { format: "percent", label: "Return, annual" },
    series: [
      {
        name: "Efficient frontier",
        mark: "line",
        points: points.map((point) => ({ x: point.volatility, y: point.return, label: null })),
      },
      ...methods.flatMap(({ key, weights }): readonly ScatterSeries[] =>
        weights === null
          ? []
          : [{ name: key, mark: "points", points: [{ ...annual(varianceOf(weights), returnOf(weights)), label: key }] }]
      ),
      {
        name: assets.length === 1 ? "The asset" : `${assets.length} assets`,
        mark: "background points",
        points: assets.map((asset, index) => ({
          ...annual(matrix[index][index], estimates.expected_returns[asset]),
          label: hasLabels ? asset : null,
        })),
      },
    ],
  };
}

interface Estimates {
  /** Per period. */
  readonly varianceOf: (weights: Figures) => number;
  readonly returnOf: (weights: Figures) => number;
  /** Volatility and return of a year, by the periods by which a point of the frontier was made annual. */
  readonly annual: (variance: number, expectedReturn: number) => { readonly x: number; readonly y: number };
}

function estimatesBy(
  { expected_returns, covariance: { assets, matrix } }: OptimizationResult["estimates"],
  reference: { readonly volatility: number; readonly weights: Figures },
): Estimates {
  const varianceOf = (weights: Figures): number => {
    const held = assets.map((_, index) => index).filter((index) => weights[assets[index]]);
    const sizes = held.map((index) => weights[assets[index]]);
    let variance = 0;
    for (let a = 0; a < held.length; a++) {
      const row = matrix[held[a]];
      let covariance = 0;
      for (let b = 0; b < held.length; b++) covariance += sizes[b] * row[held[b]];
      variance += sizes[a] * covariance;
    }
    return variance;
  };
  const periods = Math.round(reference.volatility ** 2 / varianceOf(reference.weights));
  return {
    varianceOf,
    returnOf: (weights) => assets.reduce((sum, asset) => sum + (weights[asset] ?? 0) * expected_returns[asset], 0),
    annual: (variance, expectedReturn) => ({
      x: Math.sqrt(Math.max(0, variance) * periods),
      y: periods * expectedReturn,
    }),
  };
}
