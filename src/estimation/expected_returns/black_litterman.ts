import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { EstimationInputs, ExpectedReturnsEstimator } from "../estimator.ts";
import { covarianceOf, equilibriumReturns, marketFaults, marketFields } from "./equilibrium.ts";
import { viewFaults, viewsOf } from "./views.ts";
import { posteriorCovariance, posteriorReturns } from "./posterior_returns.ts";

const MOST_VIEWS = 100;

const view = z.strictObject({
  assets: z.record(boundedName, boundedNumber).meta({
    description: "Loadings (weights) of the portfolio whose return the view predicts: {asset: loading}",
  }),
  return: boundedNumber.meta({
    description: "Annual total return that the view predicts, a fraction, not the excess over the risk-free rate",
  }),
  confidence: z.number().min(0).max(1).meta({ description: "Confidence in the view, from 0 to 1" }),
});

const parameters = z.strictObject({
  ...marketFields,
  tau: z.number().gt(0).max(1).default(0.05).meta({
    description: "The uncertainty of the equilibrium returns, as a fraction of the covariance",
  }),
  views: z.array(view).max(MOST_VIEWS).default([]).meta({
    description:
      "Portfolios of `assets` by their loadings, the annual `return` that each is expected to have, and the `confidence` in it from 0 to 1",
  }),
  posterior_covariance: z.boolean().default(false).meta({
    description: "Whether the run uses the covariance S + M, which counts the uncertainty M of the expected returns " +
      "after the views as risk; needs a view",
  }),
});
type BlackLitterman = z.infer<typeof parameters>;

/**
 * Black-Litterman estimator of expected returns, per period: the returns at which the market holds its weights, moved
 * towards views by their confidence.
 */
export const blackLitterman: ExpectedReturnsEstimator<BlackLitterman> = {
  id: "black_litterman",
  documentation: {
    title: "Black-Litterman",
    paragraph:
      "Starts from the equilibrium returns, which are the returns that assets should earn if the market is to hold " +
      "them in its present weights, and moves them towards views. A view is the annual return of an asset, or of one " +
      "asset less another, with a confidence. A view of confidence 1 holds exactly, and a view of confidence 0 " +
      "changes nothing. A single view moves the return of its portfolio towards the view by the fraction that its " +
      "confidence is. Tau scales the uncertainty of the equilibrium and of the views alike, and so cancels. The " +
      "covariance does not change, unless `posterior_covariance` is true: the covariance of the run is then S + M, " +
      "where M is that of the expected returns after the views and grows in proportion to tau. The equilibrium still " +
      "comes from S. All that uses the covariance of the run uses S + M: methods, rules, the frontier, " +
      "`estimates.covariance`, shares of volatility, the diversification ratio, and simulations by moments. Figures " +
      "of the history, such as `annual_volatility`, and measures of scenarios do not change.",
    formula: "p + tau S P' (tau P S P' + O)^-1 (q - P p), p = rf + risk_aversion S w, " +
      "O diagonal with tau (1/confidence - 1) of each view's own P S P', w = market_weights / their sum; " +
      "with posterior_covariance S + M, M = ((tau S)^-1 + P' O^-1 P)^-1",
    reference:
      "Black, F. and Litterman, R. (1992), Global Portfolio Optimization, Financial Analysts Journal 48(5), 28-43; Idzorek, T. (2005), A step-by-step guide to the Black-Litterman model; He, G. and Litterman, R. (2002), The intuition behind Black-Litterman model portfolios, SSRN 334304",
  },
  parameters,
  needsHistory: false,
  check: (given, assets) => [
    ...marketFaults(given, assets),
    ...viewFaults(given.views, assets),
    ...unusedFaults(given),
  ],
  estimate: (inputs, given, kernels) =>
    posteriorReturns(equilibriumReturns(inputs, given), evidenceOf(inputs, given, kernels)),
  covarianceBeside: (inputs, given, kernels) =>
    given.posterior_covariance ? posteriorCovariance(evidenceOf(inputs, given, kernels), given.tau) : null,
};

function evidenceOf(inputs: EstimationInputs, { views }: Pick<BlackLitterman, "views">, { linearAlgebra }: Kernels) {
  return { covariance: covarianceOf(inputs), views: viewsOf(views, inputs), linearAlgebra };
}

/** Returns the fault of a posterior covariance without a view that it could follow from. */
function unusedFaults({ views, posterior_covariance: isAsked }: BlackLitterman): readonly Fault[] {
  if (!isAsked || views.length > 0) return [];
  const detail = "Cannot use posterior_covariance without views: give at least one, or leave it out";
  return [{ pointer: jsonPointer("posterior_covariance"), detail }];
}
