import { type AssetId, assetId } from "../../../src/domain/asset.ts";

/** The assets of a market that has only numbers. */
export function benchAssets(count: number): readonly AssetId[] {
  return Array.from({ length: count }, (_, i) => assetId(`A${i}`));
}
