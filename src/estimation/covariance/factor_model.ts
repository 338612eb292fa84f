import { z } from "zod";
import { DomainError, type Fault, jsonPointer } from "../../domain/errors.ts";
import { column, type Matrix, matrix, transposed } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { centredReturns } from "../centred_returns.ts";
import type { CovarianceEstimator, EstimationInputs } from "../estimator.ts";
import { factorFaults, factorsSchema, seriesFaults } from "../factor_series.ts";
import { historyOf } from "../history_of.ts";
import { marketReturns, whyUnmoved } from "../market_returns.ts";
import { type FactorBasis, factorBasis } from "./factor_basis.ts";

const parameters = z.strictObject({
  factors: factorsSchema.optional().meta({
    description: "Returns per period of factors, with their own dates; the benchmark if absent",
  }),
});
type FactorModel = z.infer<typeof parameters>;

/**
 * Factor model covariance estimator, per period: covariance through common factors, plus a variance of each asset's
 * own.
 */
export const factorModel: CovarianceEstimator<FactorModel> = {
  id: "factor_model",
  documentation: {
    title: "Factor model",
    paragraph:
      "Assets move together only through factors. The returns of each asset are regressed on the factors with an " +
      "intercept, and the part that no factor explains belongs to the asset alone. Factors are returns per period " +
      "with their own dates; without factors the benchmark is the only factor.",
    formula: "B' F B + diag(sum of squared residuals / (T - 1)), F the covariance of the factors with ddof 1, " +
      "B the slopes by least squares",
    reference:
      "Sharpe, W. F. (1963), A Simplified Model for Portfolio Analysis, Management Science 9(2), 277-293; Fama, E. F. and French, K. R. (1993), Common risk factors in the returns on stocks and bonds, Journal of Financial Economics 33(1), 3-56",
  },
  parameters,
  needsHistory: true,
  needsBenchmark: ({ factors }) => factors === undefined,
  factors: ({ factors = null }) => factors,
  check: ({ factors }) => factors === undefined ? [] : factorFaults(factors).map(within),
  unsuited(inputs, given) {
    const faults = faultsOf(inputs, given);
    if (faults.length > 0 || given.factors === undefined || inputs.factors === null) return faults;
    return dependenceFaults(factorBasis(centred(inputs.factors)), given);
  },
  estimate(inputs, given, kernels) {
    const returns = historyOf(inputs, leastRows(given));
    const factors = given.factors === undefined ? single(marketReturns(inputs)) : ownFactors(inputs);
    const [fault] = faultsOf(inputs, given);
    if (fault !== undefined) throw refusal(fault);
    const spanned = factorBasis(centredReturns(factors, kernels));
    const [dependence] = dependenceFaults(spanned, given);
    if (dependence !== undefined) throw refusal(dependence);
    return explained(centredReturns(returns, kernels), spanned.basis, kernels);
  },
};

function within({ pointer, detail }: Fault): Fault {
  return { pointer: jsonPointer("factors") + pointer, detail };
}

/**
 * Returns the smallest number of rows of returns for the factor regression: one more than its coefficients, so that a
 * residual is left.
 */
function leastRows({ factors }: FactorModel): number {
  return 2 + (factors === undefined ? 1 : Object.keys(factors.series).length);
}

/**
 * Returns the factor returns that the caller sent, aligned to the rows of the history. Throws an `Error` if they were
 * not aligned.
 */
function ownFactors({ factors }: EstimationInputs): Matrix {
  if (factors === null) throw new Error("Cannot find the factors of the estimate on the dates of the run");
  return factors;
}

function faultsOf(inputs: EstimationInputs, given: FactorModel): Fault[] {
  const { returns } = inputs, needed = leastRows(given);
  if (returns !== null && returns.rows < needed) {
    const factors = needed === 3 ? "one factor" : `${needed - 2} factors`;
    const detail = `Cannot estimate a model of ${factors} from ${returns.rows} returns: at least ${needed} are needed`;
    return [{ pointer: given.factors === undefined ? "" : "/factors", detail }];
  }
  if (given.factors === undefined) {
    const why = whyUnmoved(inputs);
    return why === null ? [] : [{ pointer: "", detail: `Cannot estimate a model of one factor: ${why}` }];
  }
  const { factors } = inputs;
  if (factors === null) return [];
  const aligned = Object.keys(given.factors.series).map((name, j) => [name, column(factors, j)] as const);
  return seriesFaults(Object.fromEntries(aligned)).map(within);
}

/**
 * Returns a fault for each factor that is a linear combination of earlier ones. Such a factor adds nothing to the
 * covariance estimate.
 */
function dependenceFaults({ dependent }: FactorBasis, { factors }: FactorModel): Fault[] {
  const names = Object.keys(factors?.series ?? {});
  return dependent.map((j) =>
    within({
      pointer: jsonPointer("series", names[j]),
      detail: `Cannot use factor "${names[j]}": it is a linear combination of the factors before it, leave it out`,
    })
  );
}

/**
 * Returns the error for a factor model that cannot be estimated. Unusable factors fail with `methods_failed`, because
 * the history is not to blame; other faults fail with `insufficient_history`.
 */
function refusal({ pointer, detail }: Fault): DomainError {
  return new DomainError(pointer.startsWith("/factors/") ? "methods_failed" : "insufficient_history", detail);
}

/** Returns a matrix less the mean of each of its columns. */
function centred({ rows, columns, data }: Matrix): Matrix {
  const means = new Float64Array(columns);
  data.forEach((value, at) => means[at % columns] += value / rows);
  return matrix(rows, columns, data.map((value, at) => value - means[at % columns]));
}

function single(values: Float64Array): Matrix {
  return matrix(values.length, 1, values);
}

/**
 * Returns L'L / (T - 1), where L = Q'X is the part of the returns X explained by the basis Q, with the residual
 * variances added to the diagonal.
 */
function explained(centred: Matrix, basis: Matrix, { linearAlgebra }: Pick<Kernels, "linearAlgebra">): Matrix {
  const { rows, columns: n, data } = centred;
  const along = linearAlgebra.multiply(transposed(basis), centred);
  const fitted = linearAlgebra.multiply(basis, along).data;
  const products = linearAlgebra.crossProduct(along).data;
  const residuals = new Float64Array(n);
  for (let t = 0, at = 0; t < rows; t++) for (let j = 0; j < n; j++, at++) residuals[j] += (data[at] - fitted[at]) ** 2;
  for (let j = 0; j < n; j++) products[j * n + j] += residuals[j];
  return matrix(n, n, products.map((product) => product / (rows - 1)));
}
