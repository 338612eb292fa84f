import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { covarianceOf, equilibriumReturns, marketFaults, marketFields } from "./equilibrium.ts";
import { viewFaults, viewsOf } from "./views.ts";
import { posteriorReturns } from "./posterior_returns.ts";

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
      "covariance does not change.",
    formula: "p + tau S P' (tau P S P' + O)^-1 (q - P p), p = rf + risk_aversion S w, " +
      "O diagonal with tau (1/confidence - 1) of each view's own P S P', w = market_weights / their sum",
    reference:
      "Black, F. and Litterman, R. (1992), Global Portfolio Optimization, Financial Analysts Journal 48(5), 28-43; Idzorek, T. (2005), A step-by-step guide to the Black-Litterman model",
  },
  parameters,
  needsHistory: false,
  check: (given, assets) => [...marketFaults(given, assets), ...viewFaults(given.views, assets)],
  estimate: (inputs, given, kernels) =>
    posteriorReturns(equilibriumReturns(inputs, given), {
      covariance: covarianceOf(inputs),
      views: viewsOf(given.views, inputs),
      linearAlgebra: kernels.linearAlgebra,
    }),
};
