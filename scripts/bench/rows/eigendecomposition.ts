import type { WorkerRow } from "../row.ts";

/** Returns the benchmark row of the eigenvalues and eigenvectors of a covariance matrix. */
export function eigendecompositionOf(assets: number): WorkerRow {
  return {
    id: `eigendecomposition n=${assets}`,
    shape: { assets, observations: 2_500 },
    prepare(returns, { linearAlgebra, statistics }) {
      const covariance = statistics.covariance(returns);
      return {
        run() {
          const { values } = linearAlgebra.eigen(covariance);
          return () => ({ objective: values[values.length - 1], proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}
