import { dot, type Matrix, matrix, maximumNorm, timesVector } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { RangeSearch } from "./range_search.ts";

/**
 * Most rounds of `nearLeastVolatility`, each of which adds a vertex. More are not needed, because its weights are only
 * a start for a solver.
 */
const ROUNDS = 60;

/** Relative distance from the least volatility at which the rounds end. */
const NEAR = 1e-3;

/** Weights of nearly the least volatility per period under the linear rules, and a lower bound on it. */
export interface NearLeast {
  readonly weights: Float64Array;
  readonly bound: number;
}

/**
 * Simplicial decomposition of min w'Sw over the linear rules. Each round adds the vertex along which the variance
 * decreases fastest, and finds the mixture of all vertices with the least variance (von Hohenbalken 1977, Simplicial
 * decomposition in nonlinear programming algorithms, Mathematical Programming 13). The variance is convex, so the
 * minimum of its tangent at a mixture is a lower bound. Returns null if no vertex is found.
 */
export function nearLeastVolatility({ covariance }: Problem, search: RangeSearch, kernels: Kernels): NearLeast | null {
  const vertices: Vertex[] = [];
  let near: Vertex | null = null, bound = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const slopes: Float64Array = near?.slopes ?? diagonalOf(covariance), size = largestOf(slopes);
    const next = search.leastVertex(slopes.map((one) => one / size));
    if (near !== null) {
      const variance = dot(near.slopes, near.weights), least = 2 * size * next.bound - variance;
      bound = Math.max(bound, least);
      if (least >= variance * (1 - 2 * NEAR)) break;
    }
    if (next.weights === null) break;
    vertices.push({ weights: next.weights, slopes: timesVector(covariance, next.weights) });
    const shares = bestMixture(vertices, kernels);
    near = {
      weights: mixture(vertices.map((vertex) => vertex.weights), shares),
      slopes: mixture(vertices.map((vertex) => vertex.slopes), shares),
    };
  }
  return near && { weights: near.weights, bound: Math.sqrt(bound) };
}

interface Vertex {
  readonly weights: Float64Array;
  /** S w, half the gradient of the variance. */
  readonly slopes: Float64Array;
}

function diagonalOf({ data, rows }: Matrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => data[i * (rows + 1)]);
}

function largestOf(coefficients: Float64Array): number {
  return maximumNorm(coefficients) || 1;
}

/** The mixture of least variance: shares of at least 0 that sum to 1. */
function bestMixture(vertices: readonly Vertex[], kernels: Kernels): Float64Array {
  const count = vertices.length, P = matrix(count, count);
  vertices.forEach(({ weights }, i) => {
    for (let k = i; k < count; k++) P.data[i * count + k] = P.data[k * count + i] = dot(weights, vertices[k].slopes);
  });
  const largest = P.data.reduce((most, one) => Math.max(most, one), 0) || 1;
  const scaled = { ...P, data: P.data.map((one) => one / largest) };
  const program = { P: scaled, q: new Float64Array(count), budget: 1, ...unitBounds(count) };
  const answer = kernels.quadratic.solveBox(program, { tolerance: 1e-10 });
  return "x" in answer ? answer.x : Float64Array.from(vertices, () => 1 / count);
}

function unitBounds(count: number): { readonly lower: Float64Array; readonly upper: Float64Array } {
  return { lower: new Float64Array(count), upper: new Float64Array(count).fill(1) };
}

function mixture(vectors: readonly Float64Array[], shares: Float64Array): Float64Array {
  const sum = new Float64Array(vectors[0].length);
  vectors.forEach((vector, k) => {
    if (shares[k] !== 0) vector.forEach((one, i) => sum[i] += shares[k] * one);
  });
  return sum;
}
