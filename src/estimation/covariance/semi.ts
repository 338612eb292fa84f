import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { pairProducts } from "../pair_moments.ts";
import { weightedProducts } from "../weighted_moments.ts";
import { populationCovariance } from "./population_covariance.ts";

const parameters = z.strictObject({
  target: boundedNumber.default(0).meta({ description: "The return per period below which a shortfall begins" }),
});

/**
 * Semicovariance estimator, per period: mean over all rows of returns of products of two assets' shortfalls below a
 * target.
 */
export const semiCovariance: CovarianceEstimator<z.infer<typeof parameters>> = {
  id: "semi",
  documentation: {
    title: "Semicovariance",
    paragraph:
      "A covariance of shortfalls only: each return counts by how far it is below the target, so that gains are no " +
      "risk.",
    formula: "sum(min(r_t - target, 0) min(r_t - target, 0)') / T, target per period",
    reference:
      "Estrada, J. (2008), Mean-Semivariance Optimization: A Heuristic Approach, Journal of Applied Finance 18(1), 57-72",
  },
  parameters,
  needsHistory: true,
  byWeights: ({ returns, rowWeights }, { target }, { linearAlgebra }) =>
    weightedProducts(shortfallsOf(returns, target), { rowWeights, divisor: returns.rows }, linearAlgebra),
  byPairs: ({ available }, { target }, { linearAlgebra }) =>
    pairProducts(shortfallsOf(available, target), linearAlgebra),
  estimate: (inputs, { target }, kernels) => populationCovariance(shortfallsOf(historyOf(inputs, 2), target), kernels),
};

function shortfallsOf({ rows, columns, data }: Matrix, target: number): Matrix {
  return matrix(rows, columns, data.map((value) => Math.min(value - target, 0)));
}
