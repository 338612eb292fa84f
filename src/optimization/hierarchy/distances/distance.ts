import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";

/** How far assets are apart: one file, one line in `distances/mod.ts`. */
export interface Distance {
  /** Its word in requests. */
  readonly id: string;
  /** Whether it is one of returns, row by row; moments are not enough then. */
  readonly needsHistory: boolean;
  /** n × n, symmetric with a diagonal of 0; or why there are none, as a sentence. */
  distances(problem: Problem, kernels: Kernels): Matrix | string;
}

/** A symmetric matrix of what a function makes of correlations in [-1, 1], 0 on the diagonal. */
export function ofCorrelations({ rows: n, data }: Matrix, distance: (correlation: number) => number): Matrix {
  const distances = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const between = distance(Math.max(-1, Math.min(1, data[i * n + j])));
      distances.data[i * n + j] = between;
      distances.data[j * n + i] = between;
    }
  }
  return distances;
}

/** sqrt((1 - ρ) / 2): 0 for assets that move as one, 1 for opposites. */
export function angular(correlation: number): number {
  return Math.sqrt((1 - correlation) / 2);
}

/** Correlations of a covariance matrix; or which asset has none. */
export function correlationsOf(covariance: Matrix, { assets }: Pick<Problem, "assets">): Matrix | string {
  const n = covariance.rows;
  const deviations = Float64Array.from(assets, (_, i) => Math.sqrt(covariance.data[i * n + i]));
  const still = deviations.findIndex((deviation) => !(deviation > 0));
  if (still >= 0) return withoutCorrelation(assets[still]);
  const correlations = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) {
    for (let j = 0; j < n; j++, k++) correlations.data[k] = covariance.data[k] / (deviations[i] * deviations[j]);
  }
  return correlations;
}

/** Why an asset is not correlated with others. */
export function withoutCorrelation(asset: string): string {
  return `Cannot correlate "${asset}" with other assets: its returns do not vary`;
}
