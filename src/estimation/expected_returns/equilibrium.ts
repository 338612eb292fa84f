import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { type Matrix, timesVector } from "../../domain/matrix.ts";
import type { EstimationInputs } from "../estimator.ts";
import { unknownAssetFaults } from "../named_asset_faults.ts";

/**
 * Largest market weight or capitalisation that a request may name. It is far above the limit of other numbers, because
 * capitalisations are much larger than weights.
 */
const LARGEST_CAPITALISATION = 1e18;

/**
 * Schema fields of an estimator that starts from a market in equilibrium: weights or capitalisations of the assets (0
 * if left out), and the risk aversion of the market.
 */
export const marketFields = {
  market_weights: z.record(boundedName, z.number().min(0).max(LARGEST_CAPITALISATION)).meta({
    description: "Weights or capitalisations of the assets in the market; an asset that is left out has 0",
  }),
  risk_aversion: boundedNumber.positive().default(2.5).meta({
    description: "The excess return that the market demands per unit of variance",
  }),
};

export interface MarketParameters {
  readonly market_weights: Readonly<Record<string, number>>;
  readonly risk_aversion: number;
}

/** Returns faults of market weights that the schema cannot find: assets outside the run, or weights that are all 0. */
export function marketFaults({ market_weights }: MarketParameters, assets: readonly AssetId[]): Fault[] {
  const names = Object.keys(market_weights);
  const faults = unknownAssetFaults(names, assets, (name) => jsonPointer("market_weights", name));
  if (faults.length > 0) return faults;
  if (names.some((name) => market_weights[name] > 0)) return [];
  const detail = "Cannot use market_weights that sum to 0: at least one must be above 0";
  return [{ pointer: jsonPointer("market_weights"), detail }];
}

/**
 * Returns the expected returns at which the market holds weights w, scaled to sum to 1, under the estimated covariance
 * S: rf + risk_aversion S w, with the risk-free rate rf. Black, F. and Litterman, R. (1992), Global Portfolio
 * Optimization, Financial Analysts Journal 48(5), 28-43.
 */
export function equilibriumReturns(
  { assets, riskFreeRate, ...inputs }: EstimationInputs,
  { market_weights, risk_aversion }: MarketParameters,
): Float64Array {
  const sizes = assets.map((asset) => Object.hasOwn(market_weights, asset) ? market_weights[asset] : 0);
  const sum = sizes.reduce((total, size) => total + size, 0);
  const shared = timesVector(covarianceOf(inputs), sizes.map((size) => size / sum));
  return shared.map((covariance) => riskFreeRate + risk_aversion * covariance);
}

/** Returns the covariance matrix that was estimated before the expected returns. Throws an `Error` if there is none. */
export function covarianceOf({ covariance }: Pick<EstimationInputs, "covariance">): Matrix {
  if (covariance === null) throw new Error("Cannot compute equilibrium returns without a covariance");
  return covariance;
}
