import { DomainError } from "../../domain/errors.ts";
import { type Matrix, matrix, maximumNorm } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { centredReturns } from "../centred_returns.ts";
import type { EstimationInputs, ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { marketReturns, whyUnmoved } from "../market_returns.ts";

/**
 * CAPM estimator of expected returns, per period: the risk-free rate plus beta times the excess return of the
 * benchmark.
 */
export const capm: ExpectedReturnsEstimator<NoParameters> = {
  id: "capm",
  documentation: {
    title: "Capital asset pricing model",
    paragraph:
      "The return that an asset should earn for the risk that it shares with the market: the risk-free rate, plus " +
      "its beta times the excess return of the run's benchmark over that rate.",
    formula: "rf + b_i (mean(x) - rf), b_i = cov(r_i, x) / var(x), x the returns of the benchmark",
    reference:
      "Sharpe, W. F. (1964), Capital Asset Prices: A Theory of Market Equilibrium under Conditions of Risk, The Journal of Finance 19(3), 425-442",
  },
  parameters: noParameters,
  needsHistory: true,
  needsBenchmark: () => true,
  unsuited(inputs) {
    const why = whyNoBeta(inputs);
    return why === null ? [] : [{ pointer: "", detail: why }];
  },
  estimate(inputs, _parameters, kernels) {
    const returns = historyOf(inputs, 2);
    const market = marketReturns(inputs);
    const why = whyNoBeta(inputs);
    if (why !== null) throw new DomainError("insufficient_history", why);
    const [mean] = kernels.statistics.means(matrix(market.length, 1, market));
    const { riskFreeRate } = inputs;
    return betasOf(returns, market, kernels).map((beta) => riskFreeRate + beta * (mean - riskFreeRate));
  },
};

function whyNoBeta(inputs: EstimationInputs): string | null {
  const why = whyUnmoved(inputs);
  return why === null ? null : `Cannot estimate by estimator "capm": ${why}`;
}

/**
 * Returns the beta of each asset against the benchmark. Computed in units of the largest deviation of the benchmark, so
 * that its square neither overflows nor vanishes.
 */
function betasOf(returns: Matrix, market: Float64Array, kernels: Kernels): Float64Array {
  const { data: deviations } = centredReturns(matrix(market.length, 1, market), kernels);
  const unit = maximumNorm(deviations);
  const scaled = deviations.map((value) => value / unit);
  const square = scaled.reduce((sum, value) => sum + value * value, 0);
  const products = kernels.linearAlgebra.multiply(matrix(1, scaled.length, scaled), centredReturns(returns, kernels));
  return products.data.map((product) => product / square / unit);
}
