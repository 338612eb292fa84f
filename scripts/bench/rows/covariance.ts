import type { Helpers } from "../../../src/computations/computation.ts";
import { sharedSampleCovariance } from "../../../src/computations/sample_covariance.ts";
import { type Matrix, sharedMatrix } from "../../../src/domain/matrix.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import type { WorkerRow } from "../row.ts";

/** Returns the benchmark row of the sample covariance of so many assets. */
export function covarianceOf(assets: number): WorkerRow {
  return {
    id: `covariance 2500 x ${assets}`,
    shape: { assets, observations: 2_500 },
    prepare(returns, { statistics }) {
      return {
        run() {
          statistics.covariance(returns);
          return () => ({ objective: null, proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}

/** Returns the benchmark row of the sample covariance of so many assets on two workers, as a run computes it. */
export function sharedCovarianceOf(assets: number): WorkerRow {
  return {
    id: `covariance 2500 x ${assets}, 2 workers`,
    shape: { assets, observations: 2_500 },
    workers: 2,
    prepare(returns, kernels, helpers) {
      const shared = asInRun(returns);
      return {
        async run() {
          await covarianceByWorkers(shared, { kernels, helpers });
          return () => ({ objective: null, proven_optimal: null });
        },
        programs: [],
      };
    },
  };
}

/** Returns a copy of returns in the memory in which a run has them. */
export function asInRun({ rows, columns, data }: Matrix): Matrix {
  const shared = sharedMatrix(rows, columns);
  shared.data.set(data);
  return shared;
}

/** Returns the sample covariance of returns. If there are idle workers, they help in the way of a run. */
export async function covarianceByWorkers(
  returns: Matrix,
  { kernels, helpers }: { readonly kernels: Kernels; readonly helpers: Helpers | undefined },
): Promise<Matrix> {
  const request = {
    covariance: { estimator: "sample", parameters: {} },
    expected_returns: { estimator: "historical_mean", parameters: {} },
  };
  const context = { kernels, ...helpers === undefined ? {} : { helpers } };
  const shared = await sharedSampleCovariance({ request, history: { returns } }, context);
  return shared ?? kernels.statistics.covariance(returns);
}
