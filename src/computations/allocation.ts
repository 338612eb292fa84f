import type { AssetId, Market } from "../domain/asset.ts";
import { currencyOf } from "../domain/asset.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { AllocationResult } from "../documents/run_result.ts";
import { allocateLots } from "../optimization/allocation/allocate_lots.ts";
import { type AllocationRequest, unitsOfLot, whyNothingBought } from "../request/parts/allocation.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/** Type of the inputs for buying a portfolio in whole lots: capital, lot sizes, assets and prices. */
export interface AllocationBasis extends AllocationRequest {
  readonly assets: readonly AssetId[];
  readonly market: Market;
  /** Traded (unadjusted) prices of the assets on the last day of the run. */
  readonly closes: Float64Array;
}

/** Type of the run whose portfolios are bought in whole lots. */
export interface AllocatedRun {
  readonly request: Pick<OptimizationInputs["request"], "allocation" | "assets" | "market">;
  readonly history: Pick<AlignedHistory, "closes"> | null;
}

/** Returns the inputs for buying the portfolios of a run in whole lots; null if the run asks for no allocation. */
export function allocationBasis({ request, history }: AllocatedRun): AllocationBasis | null {
  const { allocation, assets, market } = request;
  const closes = history?.closes;
  return allocation === undefined || closes === undefined ? null : { ...allocation, assets, market, closes };
}

/** Returns a sentence that says why the capital buys no single lot of any asset; null if it buys something. */
export function whyAllCash(basis: AllocationBasis | null): string | null {
  return basis && whyNothingBought(basis);
}

/** Converts weights of a portfolio into whole lots and the remaining cash. */
export function allocationOf(
  { assets, market, capital, lots, closes }: AllocationBasis,
  weights: Float64Array,
): AllocationResult {
  const units = Float64Array.from(assets, (asset) => unitsOfLot(asset, lots, market));
  const lotPrices = units.map((count, i) => count * closes[i]);
  const { lots: counts, invested, cash, weights: held, gap } = allocateLots({ weights, capital, lotPrices });
  const byAsset = (figures: Float64Array) => Object.fromEntries(assets.map((asset, i) => [asset, figures[i]]));
  return {
    // Shares are counted in whole thousandths, so that their sums have no rounding error.
    shares: byAsset(counts.map((count, i) => count * Math.round(units[i] * 1000) / 1000)),
    invested,
    cash,
    weights: byAsset(held),
    currency: currencyOf(market),
    gap,
  };
}
