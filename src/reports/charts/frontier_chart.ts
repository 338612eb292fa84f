import type { CovarianceRows } from "../../documents/covariance_file.ts";
import type { Figures, Metrics } from "../../documents/figures.ts";
import type {
  FrontierPointResult,
  FrontierResult,
  MethodResult,
  OptimizationResult,
} from "../../documents/run_result.ts";
import type { ScatterChart, ScatterSeries } from "./chart_description.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

/** Largest number of assets that get a label in the frontier chart; more labels would hide the points. */
const LABELLED_ASSETS_AT_MOST = 40;

/** The part of a run's result that its frontier is drawn from. Without a matrix methods and assets have no place. */
export type FrontierSource = Pick<OptimizationResult, "efficient_frontier" | "methods" | "assets"> & {
  readonly estimates: {
    readonly expected_returns: Figures;
    readonly covariance: { readonly assets: readonly string[]; readonly matrix: CovarianceRows | null };
  };
};

/** What the frontier chart must know of the frontier's risk measure, which the result names by a word alone. */
export interface FrontierMeasure {
  /** Name of the measure with its confidence level and the period that its values refer to. */
  readonly label: string;
  /** Whether its unit is the square of a return, so that values are not percentages. */
  readonly isSquared: boolean;
  /** Returns the risk of a method's weights by the measure; null where the result has none. */
  readonly riskOfMethod: (method: MethodResult) => number | null;
  /** Returns the risk by the measure among the statistics of an asset; null where they have none. */
  readonly riskOfMetrics: (metrics: Metrics | null | undefined) => number | null;
}

/**
 * Describes the chart of the efficient frontier: annual return against risk. A frontier of volatility shows all methods
 * and assets as points, by the run's own estimates. A frontier of another risk measure shows the portfolios of minimum
 * risk and maximum ratio, and the methods and assets whose risk by that measure is known. Null where the run has no
 * frontier, or one of fewer than two points or without any risk.
 */
export function frontierChart(
  result: FrontierSource,
  measureOf: (frontier: FrontierResult) => FrontierMeasure,
  notation: Notation = REPORT_NOTATION,
): ScatterChart | null {
  const { efficient_frontier: frontier } = result;
  if (frontier === null || frontier.points.length < 2) return null;
  return frontier.measure === VOLATILITY
    ? chartOfVolatility(result, frontier.points, notation)
    : chartOfMeasure(result, frontier, { ...measureOf(frontier), notation });
}

/**
 * Id of the volatility. It is the only risk measure that follows from the mean and covariance estimates for any
 * weights.
 */
const VOLATILITY = "volatility";

const Y_AXIS = { format: "percent", label: "Return, annual" } as const;

/** A risk measure, with the notation of its chart. */
interface WrittenMeasure extends FrontierMeasure {
  readonly notation: Notation;
}

function chartOfMeasure(
  result: FrontierSource,
  frontier: FrontierResult,
  measure: WrittenMeasure,
): ScatterChart | null {
  const { points, minimum_risk, maximum_ratio } = frontier;
  if (points.every(({ risk }) => risk === 0)) return null;
  const at = (
    { risk, return: earned }: FrontierPointResult,
    label: string | null,
  ): ScatterSeries["points"][number] => ({
    x: risk ?? NaN,
    y: earned,
    label,
  });
  const marked = (name: string, point: FrontierPointResult | null, place: number): readonly ScatterSeries[] =>
    point === null ? [] : [{ name, mark: "points", colour: result.methods.length + place, points: [at(point, name)] }];
  return {
    kind: "scatter",
    title: "Efficient frontier",
    subtitle: "By the expected returns and the history that the run used",
    x: { format: measure.isSquared ? "number" : "percent", label: measure.label },
    y: Y_AXIS,
    series: [
      { name: "Efficient frontier", mark: "line", points: points.map((point) => at(point, null)) },
      ...marked("Minimum risk", minimum_risk, 0),
      ...marked("Maximum ratio", maximum_ratio, 1),
      ...measuredSeries(result, frontier.points, measure),
    ],
  };
}

/** Returns scatter series for the methods and assets whose risk by the frontier's measure is in the result. */
function measuredSeries(
  { estimates, methods, assets }: FrontierSource,
  points: readonly FrontierPointResult[],
  { riskOfMethod, riskOfMetrics, notation }: WrittenMeasure,
): readonly ScatterSeries[] {
  const riskiest = riskiestOf(points);
  if (riskiest.volatility === 0) return [];
  const { annual, returnOf } = estimatesBy(estimates, riskiest);
  const place = (risk: number | null, weights: Figures | null, label: string): ScatterSeries["points"] =>
    risk === null || weights === null ? [] : [{ x: risk, y: annual(0, returnOf(weights)).y, label }];
  const ids = estimates.covariance.assets;
  return [
    ...methods.map((method, colour): ScatterSeries => ({
      name: method.key,
      mark: "points",
      colour,
      points: place(riskOfMethod(method), method.weights, method.key),
    })),
    assetSeries(ids, ids.flatMap((id) => place(riskOfMetrics(assets[id]), { [id]: 1 }, id)), notation),
  ].filter(({ points }) => points.length > 0);
}

/** Returns the scatter series of the assets, drawn in the background and without labels where there are too many. */
function assetSeries(
  ids: readonly string[],
  points: ScatterSeries["points"],
  { number }: Notation,
): ScatterSeries {
  return {
    name: ids.length === 1 ? "The asset" : `${number(ids.length)} assets`,
    mark: "background points",
    hasLabels: ids.length <= LABELLED_ASSETS_AT_MOST,
    points,
  };
}

function riskiestOf(points: readonly FrontierPointResult[]): FrontierPointResult {
  return points.reduce((most, point) => point.volatility > most.volatility ? point : most);
}

function chartOfVolatility(
  { estimates, methods }: FrontierSource,
  points: readonly FrontierPointResult[],
  notation: Notation,
): ScatterChart | null {
  const riskiest = riskiestOf(points);
  if (riskiest.volatility === 0) return null;
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
      ...estimatedSeries({ estimates, methods }, riskiest, notation),
    ],
  };
}

/** Returns scatter series for the methods and assets by the run's estimates; none without a covariance matrix. */
function estimatedSeries(
  { estimates, methods }: Pick<FrontierSource, "estimates" | "methods">,
  reference: FrontierPointResult,
  notation: Notation,
): readonly ScatterSeries[] {
  const { assets, matrix } = estimates.covariance;
  if (matrix === null) return [];
  const { annual, returnOf } = estimatesBy(estimates, reference);
  const varianceOf = varianceBy({ assets, matrix });
  return [
    ...methods.flatMap(({ key, weights }, colour): readonly ScatterSeries[] => {
      if (weights === null) return [];
      const point = { ...annual(varianceOf(weights), returnOf(weights)), label: key };
      return [{ name: key, mark: "points", colour, points: [point] }];
    }),
    assetSeries(
      assets,
      assets.map((asset, index) => ({
        ...annual(matrix[index][index], estimates.expected_returns[asset]),
        label: asset,
      })),
      notation,
    ),
  ];
}

interface Estimates {
  /** Returns the expected return of a portfolio per period from its weights. */
  readonly returnOf: (weights: Figures) => number;
  /**
   * Converts variance and return per period to annual volatility and return, with the number of periods per year found
   * from a point of the frontier; the volatility is NaN without a covariance matrix.
   */
  readonly annual: (variance: number, expectedReturn: number) => { readonly x: number; readonly y: number };
}

function estimatesBy(
  { expected_returns, covariance: { assets, matrix } }: FrontierSource["estimates"],
  reference: Pick<FrontierPointResult, "volatility" | "return" | "weights">,
): Estimates {
  const returnOf = (weights: Figures): number =>
    assets.reduce((sum, asset) => sum + (weights[asset] ?? 0) * expected_returns[asset], 0);
  const periods = Math.round(
    matrix === null
      ? reference.return / returnOf(reference.weights)
      : reference.volatility ** 2 / varianceBy({ assets, matrix })(reference.weights),
  );
  return {
    returnOf,
    annual: (variance, expectedReturn) => ({
      x: matrix === null ? NaN : Math.sqrt(Math.max(0, variance) * periods),
      y: periods * expectedReturn,
    }),
  };
}

/** Returns a function that computes the variance of a portfolio per period from its weights. */
export function varianceBy(
  { assets, matrix }: { readonly assets: readonly string[]; readonly matrix: CovarianceRows },
): (weights: Figures) => number {
  return (weights) => {
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
}
