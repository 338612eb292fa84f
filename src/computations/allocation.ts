import type { AssetId, Market } from "../domain/asset.ts";
import { currencyOf } from "../domain/asset.ts";
import type { AllocationResult } from "../documents/run_result.ts";
import { allocateLots } from "../optimization/allocation/allocate_lots.ts";
import { type AllocationRequest, unitsOfLot, whyNothingBought } from "../request/parts/allocation.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/** What whole lots are bought for, and at which prices. */
export interface AllocationBasis extends AllocationRequest {
  readonly assets: readonly AssetId[];
  readonly market: Market;
  /** As traded on the last day of the run. */
  readonly closes: Float64Array;
}

/** What the allocations of a run are made of; null where it asks for none. */
export function allocationBasis({ request, history }: OptimizationInputs): AllocationBasis | null {
  const { allocation, assets, market } = request;
  const closes = history?.closes;
  return allocation === undefined || closes === undefined ? null : { ...allocation, assets, market, closes };
}

/** Why all of the capital is left as cash, as a sentence; null where something is bought. */
export function whyAllCash(basis: AllocationBasis | null): string | null {
  return basis && whyNothingBought(basis);
}

/** The whole lots of some weights. */
export function allocationOf(
  { assets, market, capital, lots, closes }: AllocationBasis,
  weights: Float64Array,
): AllocationResult {
  const units = Float64Array.from(assets, (asset) => unitsOfLot(asset, lots, market));
  const lotPrices = units.map((count, i) => count * closes[i]);
  const { lots: counts, invested, cash, weights: held, gap } = allocateLots({ weights, capital, lotPrices });
  const byAsset = (figures: Float64Array) => Object.fromEntries(assets.map((asset, i) => [asset, figures[i]]));
  return {
    // Thousandths are counted whole, so that no sum of them is off by rounding.
    shares: byAsset(counts.map((count, i) => count * Math.round(units[i] * 1000) / 1000)),
    invested,
    cash,
    weights: byAsset(held),
    currency: currencyOf(market),
    gap,
  };
}
