import type { Figures } from "../../documents/figures.ts";
import { riskOfMethod, riskOfMetrics } from "../../documents/frontier_risk.ts";
import { isSquaredMeasure, measureName, measurePeriod } from "../../documents/measure_name.ts";
import type { FrontierPointResult, FrontierResult, OptimizationResult } from "../../documents/run_result.ts";
import type { ScatterChart, ScatterSeries } from "./chart_description.ts";

/** Largest number of assets that get a label in the frontier chart; more labels would hide the points. */
const LABELLED_ASSETS_AT_MOST = 40;

/**
 * Describes the chart of the efficient frontier: annual return against risk. A frontier of volatility shows all methods
 * and assets as points, by the run's own estimates. A frontier of another risk measure shows the portfolios of minimum
 * risk and maximum ratio, and the methods and assets whose risk by that measure is known. Null where the run has no
 * frontier, or one of fewer than two points or without any risk.
 */
export function frontierChart(result: OptimizationResult): ScatterChart | null {
  const { efficient_frontier: frontier } = result;
  if (frontier === null || frontier.points.length < 2) return null;
  return frontier.measure === VOLATILITY
    ? chartOfVolatility(result, frontier.points)
    : chartOfMeasure(result, frontier);
}

/**
 * Id of the volatility. It is the only risk measure that follows from the mean and covariance estimates for any
 * weights.
 */
const VOLATILITY = "volatility";

const Y_AXIS = { format: "percent", label: "Return, annual" } as const;

function chartOfMeasure(result: OptimizationResult, frontier: FrontierResult): ScatterChart | null {
  const { measure, confidence, points, minimum_risk, maximum_ratio } = frontier;
  if (points.every(({ risk }) => risk === 0)) return null;
  const at = (
    { risk, return: earned }: FrontierPointResult,
    label: string | null,
  ): ScatterSeries["points"][number] => ({
    x: risk ?? NaN,
    y: earned,
    label,
  });
  const marked = (name: string, point: FrontierPointResult | null): readonly ScatterSeries[] =>
    point === null ? [] : [{ name, mark: "points", points: [at(point, name)] }];
  const level = confidence === null ? "" : ` (${Number((100 * confidence).toPrecision(6))} %)`;
  const name = `${measureName(measure)}${level}`, period = measurePeriod(measure);
  return {
    kind: "scatter",
    title: "Efficient frontier",
    subtitle: "By the expected returns and the history that the run used",
    x: {
      format: isSquaredMeasure(measure) ? "number" : "percent",
      label: period === null ? name : `${name}, ${period}`,
    },
    y: Y_AXIS,
    series: [
      { name: "Efficient frontier", mark: "line", points: points.map((point) => at(point, null)) },
      ...marked("Minimum risk", minimum_risk),
      ...marked("Maximum ratio", maximum_ratio),
      ...measuredSeries(result, frontier),
    ],
  };
}

/** Returns scatter series for the methods and assets whose risk by the frontier's measure is in the result. */
function measuredSeries(
  { estimates, methods, assets }: OptimizationResult,
  frontier: FrontierResult,
): readonly ScatterSeries[] {
  const riskiest = riskiestOf(frontier.points);
  if (riskiest.volatility === 0) return [];
  const { annual, returnOf } = estimatesBy(estimates, riskiest);
  const place = (risk: number | null, weights: Figures | null, label: string): ScatterSeries["points"] =>
    risk === null || weights === null ? [] : [{ x: risk, y: annual(0, returnOf(weights)).y, label }];
  const ids = estimates.covariance.assets;
  return [
    ...methods.map((method): ScatterSeries => ({
      name: method.key,
      mark: "points",
      points: place(riskOfMethod(method, frontier), method.weights, method.key),
    })),
    assetSeries(ids, ids.flatMap((id) => place(riskOfMetrics(assets[id], frontier), { [id]: 1 }, id))),
  ].filter(({ points }) => points.length > 0);
}

/** Returns the scatter series of the assets, drawn in the background and without labels where there are too many. */
function assetSeries(ids: readonly string[], points: ScatterSeries["points"]): ScatterSeries {
  return {
    name: ids.length === 1 ? "The asset" : `${ids.length} assets`,
    mark: "background points",
    points: ids.length <= LABELLED_ASSETS_AT_MOST ? points : points.map((point) => ({ ...point, label: null })),
  };
}

function riskiestOf(points: readonly FrontierPointResult[]): FrontierPointResult {
  return points.reduce((most, point) => point.volatility > most.volatility ? point : most);
}

function chartOfVolatility(
  { estimates, methods }: OptimizationResult,
  points: readonly FrontierPointResult[],
): ScatterChart | null {
  const riskiest = riskiestOf(points);
  if (riskiest.volatility === 0) return null;
  const { annual, varianceOf, returnOf } = estimatesBy(estimates, riskiest);
  const { assets, matrix } = estimates.covariance;
  return {
    kind: "scatter",
    title: "Efficient frontier",
    subtitle: "By the expected returns and the covariance matrix that the run used",
    x: { format: "percent", label: "Volatility, annual" },
    y: Y_AXIS,
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
      assetSeries(
        assets,
        assets.map((asset, index) => ({
          ...annual(matrix[index][index], estimates.expected_returns[asset]),
          label: asset,
        })),
      ),
    ],
  };
}

interface Estimates {
  /**
   * Returns the variance of a portfolio per period from its weights; `returnOf` returns its expected return per period.
   */
  readonly varianceOf: (weights: Figures) => number;
  readonly returnOf: (weights: Figures) => number;
  /**
   * Converts variance and return per period to annual volatility and return, with the number of periods per year found
   * from a point of the frontier.
   */
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
