import type { AssetId } from "../../domain/asset.ts";
import { matrix, row, transposed } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import { historyOf } from "../risk/risk_measure.ts";
import type { ClusterMeasure } from "./cluster_measures.ts";

/** A measure with its parameters. */
export interface ChosenMeasure {
  readonly measure: ClusterMeasure;
  readonly parameters: unknown;
}

/** The risks of assets and clusters by one measure, each above 0. */
export interface ClusterRisks {
  /** The risk of each asset alone. */
  readonly ofAssets: Float64Array;
  /**
   * Returns the risk of the portfolio of some assets with weights inverse to their own risks, or a sentence if it is
   * not above 0.
   */
  ofCluster(members: Int32Array): number | string;
}

/** Returns the risks of a problem, or a sentence that names an asset without risk. */
export function clusterRisks(problem: Problem, chosen: ChosenMeasure, kernels: Kernels): ClusterRisks | string {
  const { assets } = problem;
  const riskOf = chosen.measure.needsHistory
    ? byHistory(problem, chosen, kernels)
    : byCovariance(problem, chosen, kernels);
  const ofAssets = Float64Array.from(assets, (_, i) => riskOf(Int32Array.of(i), Float64Array.of(1)));
  const faulty = ofAssets.findIndex((risk) => !isRisk(risk));
  if (faulty >= 0) return withoutRisk(`"${assets[faulty]}"`, chosen.measure.id, ofAssets[faulty]);
  return {
    ofAssets,
    ofCluster(members) {
      const weights = Float64Array.from(members, (i) => 1 / ofAssets[i]);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const risk = riskOf(members, weights.map((weight) => weight / total));
      return isRisk(risk) ? risk : withoutRisk(clusterName(members, assets), chosen.measure.id, risk);
    },
  };
}

/** Evaluates the measure for a portfolio of some assets. */
type RiskOf = (members: Int32Array, weights: Float64Array) => number;

/**
 * Evaluates the measure of a portfolio as that of a single asset with its variance: the time does not grow with the
 * number of other assets.
 */
function byCovariance(problem: Problem, { measure, parameters }: ChosenMeasure, kernels: Kernels): RiskOf {
  const { data, columns: n } = problem.covariance;
  return (members, weights) => {
    let variance = 0;
    for (let a = 0; a < members.length; a++) {
      const from = members[a] * n;
      let across = 0;
      for (let b = 0; b < a; b++) across += data[from + members[b]] * weights[b];
      variance += weights[a] * (2 * across + data[from + members[a]] * weights[a]);
    }
    return measure.value(Float64Array.of(1), { problem: oneAsset(problem, variance, null), parameters, kernels });
  };
}

function byHistory(problem: Problem, { measure, parameters }: ChosenMeasure, kernels: Kernels): RiskOf {
  // Transposed, because the loop below reads the returns of one asset after the other.
  const series = transposed(historyOf(problem));
  return (members, weights) => {
    const returns = new Float64Array(series.columns);
    members.forEach((i, k) => {
      const own = row(series, i), weight = weights[k];
      for (let t = 0; t < returns.length; t++) returns[t] += weight * own[t];
    });
    return measure.value(Float64Array.of(1), { problem: oneAsset(problem, NaN, returns), parameters, kernels });
  };
}

function oneAsset(problem: Problem, variance: number, returns: Float64Array | null): Problem {
  return {
    ...problem,
    assets: problem.assets.slice(0, 1),
    returns: returns && matrix(returns.length, 1, returns),
    covariance: matrix(1, 1, Float64Array.of(variance)),
  };
}

function isRisk(risk: number): boolean {
  return risk > 0 && risk < Infinity;
}

/** Explains that an asset or a cluster cannot be weighed by its risk. */
export function withoutRisk(of: string, measure: string, risk: number): string {
  return `Cannot weigh ${of} by its ${measure}, which is ${risk} and not above 0`;
}

/** Names a cluster by the asset of lowest index. */
export function clusterName(members: Int32Array, assets: readonly AssetId[]): string {
  const first = `"${assets[members.reduce((least, i) => Math.min(least, i))]}"`;
  return members.length === 1 ? first : `the cluster of ${first} and ${members.length - 1} more`;
}
