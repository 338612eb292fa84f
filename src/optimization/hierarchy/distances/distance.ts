import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";

/** A distance between assets. Each has one file and one line in `distances/mod.ts`. */
export interface Distance {
  /** The id of the distance in requests. */
  readonly id: string;
  /** Whether the distance is computed from the rows of the history and not from moments. */
  readonly needsHistory: boolean;
  /** Returns the distances, n × n, symmetric with a diagonal of 0, or a sentence if there are none. */
  distances(problem: Problem, kernels: Kernels): Matrix | string;
}

/**
 * Applies a distance function to each correlation, clamped to [-1, 1]. Returns a symmetric matrix with a diagonal of 0.
 */
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

/** Returns sqrt((1 - ρ) / 2): 0 for a correlation of 1, 1 for a correlation of -1. */
export function angular(correlation: number): number {
  return Math.sqrt((1 - correlation) / 2);
}

/** Returns the correlations of a covariance matrix, or a sentence that names an asset without variance. */
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

/** Explains that an asset has no correlations. */
export function withoutCorrelation(asset: string): string {
  return `Cannot correlate "${asset}" with other assets: its returns do not vary`;
}
