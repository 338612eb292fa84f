import { z } from "zod";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { centredReturns } from "../centred_returns.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";

const parameters = z.strictObject({
  threshold: z.number().gt(0).lt(1).default(0.5).meta({
    description: "Smallest size of a return that counts as a move, in standard deviations",
  }),
});

/**
 * Gerber covariance estimator, per period: counts joint moves beyond a threshold, in units of the volatilities (ddof
 * 0).
 */
export const gerber: CovarianceEstimator<z.infer<typeof parameters>> = {
  id: "gerber",
  documentation: {
    title: "Gerber statistic",
    paragraph:
      "A robust covariance. A day counts for a pair of assets if both move by at least the threshold times their " +
      "volatility: in favour of their correlation if they move in the same direction, against it if they do not. The " +
      "count is divided by the number of days on which at least one of the two moves so far. Small moves are treated " +
      "as noise, and outliers count no more than other large moves.",
    formula: "S_ij = s_i s_j (alike - opposite) / (T - both neutral), moves beyond threshold s_i, s with ddof 0",
    reference:
      "Gerber, S., Markowitz, H. M., Ernst, P. A., Miao, Y., Javid, B. and Sargen, P. (2022), The Gerber Statistic: A Robust Co-Movement Measure for Portfolio Optimization, The Journal of Portfolio Management 48(3), 87-102",
  },
  parameters,
  needsHistory: true,
  estimate(inputs, { threshold }, kernels) {
    const returns = historyOf(inputs, 2);
    const volatilities = volatilitiesOf(centredReturns(returns, kernels));
    return counted(movesOf(returns, volatilities, threshold), volatilities, kernels);
  },
};

function volatilitiesOf({ rows, columns, data }: Matrix): Float64Array {
  const squares = new Float64Array(columns);
  for (let t = 0, at = 0; t < rows; t++) for (let j = 0; j < columns; j++, at++) squares[j] += data[at] ** 2;
  return squares.map((sum) => Math.sqrt(sum / rows));
}

/**
 * Marks each return (T × n) as up (1) or down (-1) if its size is at least the threshold times the asset's volatility,
 * else as neutral (0). An asset that never varies is always neutral.
 */
function movesOf({ rows, columns, data }: Matrix, volatilities: Float64Array, threshold: number): Matrix {
  const moves = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++, at++) {
      if (volatilities[j] === 0 || Math.abs(data[at]) < threshold * volatilities[j]) continue;
      moves.data[at] = Math.sign(data[at]);
    }
  }
  return moves;
}

/**
 * Computes the Gerber covariance from two cross products. That of the moves gives days with equal less days with
 * opposite moves; that of their absolute values gives days on which both assets move. Days on which at least one moves
 * are the days of either less the days of both. Counts are exact in doubles. The matrix is positive semidefinite: 1 /
 * (T - N_ij), where N counts common neutral days and is a Gram matrix, is a power series in N_ij with positive
 * coefficients, and entrywise products of such matrices are positive semidefinite.
 */
function counted(moves: Matrix, volatilities: Float64Array, { linearAlgebra }: Pick<Kernels, "linearAlgebra">): Matrix {
  const n = moves.columns;
  const difference = linearAlgebra.crossProduct(moves).data;
  const both = linearAlgebra.crossProduct(matrix(moves.rows, n, moves.data.map(Math.abs))).data;
  const covariance = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const days = both[i * n + i] + both[j * n + j] - both[i * n + j];
      if (days > 0) covariance.data[i * n + j] = difference[i * n + j] / days * (volatilities[i] * volatilities[j]);
    }
  }
  return covariance;
}
